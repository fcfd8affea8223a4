import { html } from "hono/html";
import type { CaseEntry, Vendor } from "../vendor.ts";
import type { Html } from "./layout.ts";

const SHOWN_ENTRIES = 20;

/** The newest of what each vendor looks into whose people decide, with what they may decide. */
export function casesSections(vendors: readonly Vendor[]): Html[] {
  return vendors.flatMap((vendor) => {
    const entries = vendor.cases?.();
    return entries ? [casesSection(vendor.name, entries)] : [];
  });
}

function casesSection(name: string, entries: readonly CaseEntry[]): Html {
  const title = `Cases of ${name}`;
  if (entries.length === 0)
    return html`<section aria-label="${title}"><h2>${title}</h2><p class="empty">None yet.</p></section>`;
  return html`<section aria-label="${title}">
    <h2>${title} <span class="meta">${entries.length} in all, newest first</span></h2>
    <div class="scroll" tabindex="0" role="group" aria-label="${title}, table" id="cases-${name}">
      <table>
        <thead>
          <tr><th scope="col">Key</th><th scope="col">Name</th><th scope="col">Status</th><th scope="col">Besides</th><th scope="col">Decide</th></tr>
        </thead>
        <tbody>${entries.slice(0, SHOWN_ENTRIES).map(entryRow)}</tbody>
      </table>
    </div>
  </section>`;
}

function entryRow({ id, key, name, status, details, decidedAt, decisions }: CaseEntry): Html {
  return html`<tr>
    <td>${key ?? "none"}</td><td>${name}</td><td>${status}</td><td>${details.join(", ")}</td>
    <td>${decisions.map(
      (decision) =>
        html`<button type="button" id="${decision}-${id}" data-post="${decidedAt}" data-body="${JSON.stringify({ status: decision })}">${decision}<span class="unseen"> ${name}</span></button> `,
    )}</td>
  </tr>`;
}
