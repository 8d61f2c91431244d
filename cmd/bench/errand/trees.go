package errand

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// tree makes folders of a hundred files each, ten deep at most; one file in a hundred is a pdf and one in a thousand
// is large. It returns how many there are of either.
func tree(root string, files int) (pdfs, large int, err error) {
	for i := 0; i < files; {
		n := i / 100
		dir := filepath.Join(root, fmt.Sprintf("d%d", n%10), fmt.Sprintf("e%d", n/10%10), fmt.Sprintf("folder %d", n))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return 0, 0, err
		}
		for ; i < files && i/100 == n; i++ {
			name, size := "note-"+strconv.Itoa(i)+".txt", int64(0)
			if i%100 == 7 {
				name = "scan-" + strconv.Itoa(i) + ".pdf"
				pdfs++
			}
			if i%1000 == 13 {
				size = 3 << 20 // of holes
				large++
			}
			if err := sparse(filepath.Join(dir, name), size); err != nil {
				return 0, 0, err
			}
		}
	}
	return pdfs, large, nil
}

func sparse(path string, size int64) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if size > 0 {
		err = f.Truncate(size)
	}
	if fault := f.Close(); err == nil {
		err = fault
	}
	return err
}

// copies makes files of 4 KB to 1 MB of which one in four is a copy of another one and one in four only begins and ends
// like one; it returns how many have a twin.
func copies(root string, files int) (twins int, err error) {
	r := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 2<<20)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for i := range files {
		group := i / 4
		size := 4<<10 + group*7919%(128<<10)
		if group%20 == 0 {
			size = 1<<20 + group
		}
		at := group * 31 % (len(noise) - size)
		data := append([]byte(nil), noise[at:at+size]...)
		copy(data, strconv.Itoa(group)+"#")
		switch i % 4 {
		case 1: // the same as the first
			twins += 2
		case 2: // the same but for one byte in the middle
			data[size/2]++
		case 3: // of a size of its own
			data = append(data, byte(i), byte(i>>8), byte(i>>16))
		}
		dir := filepath.Join(root, fmt.Sprintf("c%d", i%16))
		if i < 16 {
			if err := os.MkdirAll(dir, 0o700); err != nil {
				return 0, err
			}
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.bin", i)), data, 0o600); err != nil {
			return 0, err
		}
	}
	return twins, nil
}

// table writes a csv of about so many megabytes: rows of seven columns, some quoted, amounts with cents. It returns how
// many rows there are and what the amounts of the group "cat7" come to, in cents.
func table(path string, megabytes int) (rows, cents int, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, 0, err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	written, _ := w.WriteString("id,date,category,customer,amount,note,paid\n")
	var line []byte
	for ; written < megabytes<<20; rows++ {
		line = append(strconv.AppendInt(line[:0], int64(rows), 10), ",2024-"...)
		line = append(line, byte('0'+(rows%12+1)/10), byte('0'+(rows%12+1)%10), '-', byte('0'+(rows%28+1)/10), byte('0'+(rows%28+1)%10))
		line = append(strconv.AppendInt(append(line, ",cat"...), int64(rows*7%37), 10), ",customer "...)
		amount := rows * 7919 % 1000003
		line = append(strconv.AppendInt(line, int64(rows*13%5000), 10), ',')
		line = append(strconv.AppendInt(line, int64(amount/100), 10), '.', byte('0'+amount/10%10), byte('0'+amount%10), ',')
		if rows%50 == 0 {
			line = append(line, `"said ""yes"", later"`...)
		} else {
			line = append(line, "a few words about it"...)
		}
		line = append(line, ",yes\n"...)
		if rows*7%37 == 7 {
			cents += amount
		}
		n, err := w.Write(line)
		if err != nil {
			return 0, 0, err
		}
		written += n
	}
	if err := w.Flush(); err != nil {
		return 0, 0, err
	}
	return rows, cents, f.Close()
}

// texts makes files of words, which compress about as real ones do, and some that do not.
func texts(root string, megabytes int) error {
	r := rand.New(rand.NewPCG(3, 4))
	words := make([]string, 4000)
	for i := range words {
		words[i] = strconv.FormatUint(r.Uint64N(1<<uint(10+i%40)), 36)
	}
	if err := os.MkdirAll(root, 0o700); err != nil {
		return err
	}
	var data []byte
	for i := range megabytes {
		data = data[:0]
		for len(data) < 1<<20 {
			if i%8 == 7 {
				data = append(data, byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()))
				continue
			}
			n := r.IntN(len(words))
			data = append(append(data, words[n*n/len(words)]...), " \n"[r.IntN(12)/11])
		}
		if err := os.WriteFile(filepath.Join(root, fmt.Sprintf("part%d.txt", i)), data, 0o600); err != nil {
			return err
		}
	}
	return nil
}
