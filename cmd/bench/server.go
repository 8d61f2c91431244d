package main

func (b *bench) server() error { return nil }
