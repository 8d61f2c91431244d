// Package courtesy tells a request from the politeness around it: [Without]. It is pure.
package courtesy
