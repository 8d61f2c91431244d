package sdk

import "time"

// System is what the core read about the machine for one call of an executor whose signed manifest asks for
// system:read. The core reads it, so that the executor needs no wider sandbox: the /proc it sees is its own.
type System struct {
	At           time.Time     `json:"at"`
	Processes    []Process     `json:"processes"`         // by number; threads of the kernel left out
	Omitted      int           `json:"omitted,omitempty"` // processes there was no room for
	Memory       Memory        `json:"memory"`
	Disks        []Disk        `json:"disks"` // that hold the system and the granted folders, each once
	Temperatures []Temperature `json:"temperatures,omitempty"`
	Booted       time.Time     `json:"booted"`
	Load         []float64     `json:"load,omitempty"` // over 1, 5 and 15 minutes
	Processors   int           `json:"processors"`
}

// Process is one running program: never its arguments, its environment or what it has open.
type Process struct {
	PID     int       `json:"pid"`
	Name    string    `json:"name"`
	Memory  int64     `json:"memory"` // bytes it holds in memory, shared ones included
	CPU     float64   `json:"cpu"`    // percent of one processor, lately
	Started time.Time `json:"started"`
	State   string    `json:"state"` // running, sleeping, waiting, stopped
}

// Memory is in bytes.
type Memory struct {
	Total     int64 `json:"total"`
	Available int64 `json:"available"`
	SwapTotal int64 `json:"swap_total"`
	SwapFree  int64 `json:"swap_free"`
}

// Disk is one file system. Free is what the person may still use, in bytes.
type Disk struct {
	Path string `json:"path"`
	Size int64  `json:"size"`
	Free int64  `json:"free"`
}

// Temperature is one sensor.
type Temperature struct {
	Name    string  `json:"name"`
	Celsius float64 `json:"celsius"`
}
