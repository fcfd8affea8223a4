// Runs before the first paint, as a file of its own because the content policy allows no inline script.
(() => {
  let preferences = {};
  try {
    preferences = JSON.parse(localStorage.getItem("preferences")) ?? {};
  } catch {
    // Unreadable preferences mean the defaults.
  }
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = preferences.theme === "light" || preferences.theme === "dark" ? preferences.theme : system;
  document.documentElement.classList.toggle("dark", theme === "dark");
  document.documentElement.dataset.density = preferences.density ?? "default";
})();
