import { html } from "hono/html";
import type { BookEntry, Vendor } from "../vendor.ts";
import { type Html, time } from "./layout.ts";

const SHOWN_ENTRIES = 20;

/** The newest of what each vendor that moves money has in its books. */
export function booksSections(vendors: readonly Vendor[]): Html[] {
  return vendors.flatMap((vendor) => {
    const entries = vendor.books?.();
    return entries ? [booksSection(vendor.name, entries)] : [];
  });
}

function booksSection(name: string, entries: readonly BookEntry[]): Html {
  const title = `Books of ${name}`;
  if (entries.length === 0)
    return html`<section aria-label="${title}"><h2>${title}</h2><p class="empty">Nothing taken yet.</p></section>`;
  return html`<section aria-label="${title}">
    <h2>${title} <span class="meta">${entries.length} in all, newest first</span></h2>
    <div class="scroll" tabindex="0" role="group" aria-label="${title}, table" id="books-${name}">
      <table>
        <thead>
          <tr><th scope="col">Time</th><th scope="col">Key</th><th scope="col">Kind</th><th scope="col">Amount</th><th scope="col">Status</th></tr>
        </thead>
        <tbody>${entries.slice(0, SHOWN_ENTRIES).map(entryRow)}</tbody>
      </table>
    </div>
  </section>`;
}

function entryRow({ at, key, kind, amountCents, status }: BookEntry): Html {
  return html`<tr>
    <td>${time(at)}</td><td>${key ?? "none"}</td><td>${kind}</td>
    <td class="number">${dollars.format(amountCents / 100)}</td><td>${status}</td>
  </tr>`;
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
