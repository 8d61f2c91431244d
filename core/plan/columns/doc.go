// Package columns keeps the order of columns while items travel between steps: JSON objects have none. [Of] tells the
// columns of a result, [Argument] hands them to an executor that asks for them. It is pure.
package columns
