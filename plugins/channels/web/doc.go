// Command channels-web is the web chat: the page, the sign-in and the socket behind it.
//
// To change what the page looks like, go to folder page; to change how it is served, to folder chat. The
// core opens the listening socket, so the process needs no network of its own, and no files.
package main
