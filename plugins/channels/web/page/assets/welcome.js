// What is shown is what is granted: a ticked folder means these folders only, another way means no ticked folder.
const ways = [...document.querySelectorAll("input[name=reach]")], folders = [...document.querySelectorAll("input[name=folder]")];
const some = document.getElementById("some");

for (const box of folders) box.addEventListener("change", () => { if (box.checked) some.checked = true; });
for (const way of ways) way.addEventListener("change", () => { if (way !== some) for (const box of folders) box.checked = false; });
if (folders.some((box) => box.checked)) some.checked = true; // a browser keeps what was ticked before
