package main

import (
	"context"
	"slices"
	"testing"
	"time"
)

func TestRounds(t *testing.T) {
	start := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	ctx, cancel := context.WithCancel(context.Background())
	ticks, swept := make(chan time.Time), []string{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		rounds(ctx, start, ticks, func(now time.Time) { swept = append(swept, now.Format("02T15")) })
	}()
	for _, hours := range []int{1, 2, 23, 24, 25, 47, 48, 200, 201, 100, 101, 124} { // a night's sleep, and a clock set back
		ticks <- start.Add(time.Duration(hours) * time.Hour)
	}
	cancel()
	<-done
	if want := []string{"30T10", "01T10", "02T10", "08T18", "04T14", "05T14"}; !slices.Equal(swept, want) {
		t.Errorf("swept at %v, want %v", swept, want)
	}
}
