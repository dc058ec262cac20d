// A button in each block of code, which copies it.

const { copy, copied } = document.querySelector("[data-copy]").dataset;
for (const code of navigator.clipboard ? document.querySelectorAll("pre > code") : []) {
  const button = document.createElement("button");
  button.type = "button";
  button.lang = document.documentElement.lang;
  button.className = "copy";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = copied;
    setTimeout(() => (button.textContent = copy), 2000);
  });
  code.before(button);
}
