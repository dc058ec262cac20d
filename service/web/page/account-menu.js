// The account menu in the header of all pages: who is signed in, and signing out.

const menu = document.getElementById("account");
const csrf = () => /(?:^|; )(?:__Host-)?hanabi-csrf=([^;]+)/.exec(document.cookie);
const show = (name, shown) => menu.querySelectorAll(`.${name}`).forEach((part) => (part.hidden = !shown));
let me = null;

// Draws what the browser knows at once, and then who is signed in.
async function draw() {
  show("in", csrf());
  show("out", !csrf());
  if (!csrf()) return;
  const response = await fetch("/v1/me").catch(() => null);
  if (!response) return;
  me = response.ok ? await response.json() : null;
  show("in", me);
  show("out", !me);
  show("guest", me?.guest && (await isOnlyHere()));
  if (me) document.getElementById("account-name").textContent = me.name;
}

// Returns whether nothing else lets anybody into the account.
async function isOnlyHere() {
  const response = await fetch("/v1/me/access").catch(() => null);
  return response?.ok && (await response.json()).items.every(({ current, kind }) => current || ["webhook", "push"].includes(kind));
}

const close = () => {
  menu.open = false;
  show("sure", false);
};

menu.addEventListener("toggle", () => menu.open && draw());
document.addEventListener("click", ({ target }) => menu.open && !menu.contains(target) && close());
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !menu.open) return;
  close();
  menu.querySelector("summary").focus();
});

// A guest could never enter the account again, so the first press only says so.
document.getElementById("sign-out").addEventListener("click", async () => {
  const warning = menu.querySelector(".sure");
  if (me?.guest && warning.hidden) return (warning.hidden = false);
  const headers = { "CSRF-Token": csrf()?.[1] ?? "" };
  const response = await fetch("/v1/sign-in", { method: "DELETE", headers }).catch(() => null);
  if (response?.ok) location.reload();
});

menu.hidden = false;
