const main = document.querySelector("main");
const notice = document.getElementById("notice");
const NOTICE_MS = 4000;
let shown = main.innerHTML;
let forgetting;

setInterval(() => {
  if (!document.hidden) void refresh();
}, Number(main.dataset.refreshMs));

main.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.copy) void copy(button.dataset.copy);
  if (button.dataset.confirm && !confirm(button.dataset.confirm)) return;
  if (button.dataset.post) void send("POST", button.dataset.post, button.dataset.body);
  if (button.dataset.delete) void send("DELETE", button.dataset.delete);
});

main.addEventListener("submit", (event) => {
  const url = event.target.dataset.postForm;
  if (!url) return;
  event.preventDefault();
  void send("POST", url, JSON.stringify(filledIn(event.target)));
});

/** Shows what changed in the sandbox; who is typing is left alone, scroll and focus stay where they are. */
async function refresh() {
  const response = await fetch(location.href).catch(() => undefined);
  if (!response?.ok) return say("The sandbox does not answer.");
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const latest = page.querySelector("main").innerHTML;
  const focused = document.activeElement;
  if (latest === shown || focused?.matches("main input, main select")) return;
  const scrolled = [...main.querySelectorAll(".scroll")].map(({ id, scrollLeft, scrollTop }) => ({
    id,
    scrollLeft,
    scrollTop,
  }));
  main.innerHTML = latest;
  shown = latest;
  for (const { id, scrollLeft, scrollTop } of scrolled) {
    document.getElementById(id)?.scrollTo(scrollLeft, scrollTop);
  }
  if (focused?.id) document.getElementById(focused.id)?.focus({ preventScroll: true });
}

async function send(method, url, body) {
  const headers = body ? { "content-type": "application/json" } : {};
  const response = await fetch(url, { method, headers, body }).catch(() => undefined);
  const { errors } = response?.ok ? {} : await response.json().catch(() => ({}));
  say(response?.ok ? "Done." : (errors?.join(" ") ?? "That did not work."));
  if (document.activeElement?.matches("main input, main select")) document.activeElement.blur();
  await refresh();
}

async function copy(text) {
  await navigator.clipboard.writeText(text).then(
    () => say(`Copied ${text}.`),
    () => say("The browser did not allow copying."),
  );
}

function filledIn(form) {
  const fields = [...form.elements].filter(({ name, value }) => name && value !== "");
  return Object.fromEntries(
    fields.map(({ name, type, value }) => [name, type === "number" ? Number(value) : value]),
  );
}

function say(text) {
  notice.textContent = text;
  clearTimeout(forgetting);
  if (text) forgetting = setTimeout(() => say(""), NOTICE_MS);
}
