// The reader's choices of language and color scheme. The service reads them from cookies.

const A_YEAR_S = 31536000;
const keep = (name, value, age = A_YEAR_S) => (document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`);

const [language, theme] = ["language", "theme"].map((id) => document.getElementById(id));

language.addEventListener("change", () => {
  keep("language", language.value);
  const translated = document.querySelector(`link[rel=alternate][hreflang=${language.value}]`);
  if (translated) location.assign(translated.href);
  else location.reload();
});

// A theme that the system has anyway is not kept, so that the page goes on to follow the system.
theme.addEventListener("click", () => {
  const { dataset } = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const wanted = (dataset.theme ?? system) === "dark" ? "light" : "dark";
  if (wanted === system) delete dataset.theme;
  else dataset.theme = wanted;
  keep("theme", wanted, wanted === system ? 0 : A_YEAR_S);
});

language.hidden = theme.hidden = false;
