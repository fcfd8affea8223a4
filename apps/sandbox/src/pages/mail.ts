import { html } from "hono/html";
import type { Mail } from "../mail/mailbox.ts";
import { type Html, layout, time } from "./layout.ts";

/** The mailbox, all of it or the mail to one address. */
export function mailPage(mails: readonly Mail[], to: string): Html {
  const empty = to === "" ? "No mail yet. Codes sent by the console appear here." : `No mail to ${to}.`;
  return layout({
    title: "Mailbox",
    path: "/mail",
    content: html`
      <form class="bar" method="get" action="/mail">
        <label>Recipient <input type="search" name="to" value="${to}" placeholder="name@example.com" autocomplete="off" /></label>
        <button>Filter</button>
        ${to === "" ? "" : html`<a href="/mail">Show all</a>`}
      </form>
      ${mails.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ol class="plain mails">${mails.map(mailItem)}</ol>`}
    `,
  });
}

function mailItem(mail: Mail): Html {
  return html`<li>
    <article class="card" aria-labelledby="subject-${mail.id}">
      <h2 id="subject-${mail.id}">${mail.subject || "(no subject)"}</h2>
      <p class="meta">To ${mail.to.join(", ")} · from ${mail.from} · ${time(mail.receivedAt)}</p>
      ${mail.code === null ? "" : codeLine(mail.id, mail.code)}
      <pre>${mail.text || "(no text)"}</pre>
    </article>
  </li>`;
}

function codeLine(id: number, code: string): Html {
  return html`<p class="code">
    <strong>${code}</strong>
    <button type="button" id="copy-${id}" data-copy="${code}">Copy code</button>
  </p>`;
}
