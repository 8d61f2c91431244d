// A click on a link in another site arrives without our strict cookie. This page is our own, so its
// request carries the cookie: whoever is signed in already goes straight on.
if ("lookForSession" in document.body.dataset) {
  fetch("/session", { credentials: "same-origin" })
    .then((r) => { if (r.status === 204) location.replace("/"); })
    .catch(() => {});
}
// The token stays out of history and of anything that shows the address; the form has it.
if (location.search) history.replaceState(null, "", "/signin");
