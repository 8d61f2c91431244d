package ahead

// Queue is the folders of a folder in the order they are visited: while one is, those after it are read.
type Queue struct {
	reader *Reader
	list   []*Pending
}

// Queue starts an empty one.
func (r *Reader) Queue() *Queue { return &Queue{reader: r} }

// Add puts a folder at its end.
func (q *Queue) Add(p *Pending) {
	if q.list = append(q.list, p); len(q.list) <= cap(q.reader.busy) {
		q.reader.start(p)
	}
}

// Next takes the folder to visit.
func (q *Queue) Next() *Pending {
	for _, p := range q.list[:min(cap(q.reader.busy), len(q.list))] {
		q.reader.start(p)
	}
	next := q.list[0]
	q.list = q.list[1:]
	return next
}

// Drop forgets the folders nobody visited.
func (q *Queue) Drop() {
	for _, p := range q.list {
		p.Drop()
	}
}
