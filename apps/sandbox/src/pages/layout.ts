import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const PLACES = [
  ["/", "Control"],
  ["/mail", "Mailbox"],
  ["/sheets", "Sheets"],
  ["/metabase", "Metabase"],
] as const;

/** The page around `content`; what is in `<main>` follows the sandbox by itself. */
export function layout(page: { title: string; path: (typeof PLACES)[number][0]; content: Html }): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} · Sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/ui/page.css" />
        <script type="module" src="/ui/page.js"></script>
      </head>
      <body>
        <header>
          <strong>Sandbox</strong>
          <nav aria-label="Pages">
            ${PLACES.map(
              ([path, name]) =>
                html`<a href="${path}" ${path === page.path ? html`aria-current="page"` : ""}>${name}</a>`,
            )}
          </nav>
        </header>
        <main data-refresh-ms="2000"><h1>${page.title}</h1>${page.content}</main>
        <p id="notice" role="status"></p>
      </body>
    </html>`;
}

/** A point in time as this machine's user reads it; "short" is without seconds. */
export function time(iso: string, timeStyle: "medium" | "short" = "medium"): Html {
  const text = new Date(iso).toLocaleString("en-US", { dateStyle: "medium", timeStyle });
  return html`<time datetime="${iso}">${text}</time>`;
}
