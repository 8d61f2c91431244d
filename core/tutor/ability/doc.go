// Package ability finds the executors whose manifests speak of something: as they are called for (affinity), and in what
// they say they do (the scope of the description).
//
// Make the [Index] of a catalog with [New] and ask [Index.About]. It knows only manifests, so that an executor somebody
// else published is found like any other. It is pure.
package ability
