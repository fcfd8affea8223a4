import { html } from "hono/html";
import type { Call } from "../calls.ts";
import {
  type ArmedFault,
  HTTP_FAULT_KINDS,
  isSmtpFault,
  SMTP_FAULT_KINDS,
  SMTP_PROVIDER,
} from "../faults.ts";
import type { SandboxState } from "../state.ts";
import { booksSections } from "./books.ts";
import { casesSections } from "./cases.ts";
import { type Html, layout, time } from "./layout.ts";

const SHOWN_CALLS = 20;

/** The control page: clock, faults, what the vendors were asked. */
export function homePage(state: SandboxState): Html {
  return layout({
    title: "Control",
    path: "/",
    content: html`
      <p>Stands in for the outside vendors, on this machine only. <a href="/mail">Mailbox</a> (${state.mailbox.list().length}), <a href="/sheets">Sheets</a>.</p>
      ${clockSection(state.clock.now(), state.clock.real())} ${faultSection(state)} ${booksSections(state.vendors)}
      ${casesSections(state.vendors)}
      ${callSection(state.calls.list())}
      <section aria-label="Reset">
        <h2>Reset</h2>
        <p>Empties mailbox and sheets, disarms faults, sets the clock to real time.</p>
        <button type="button" id="reset" data-post="/__sandbox/reset" data-confirm="Reset the whole sandbox?">Reset everything</button>
      </section>
    `,
  });
}

function clockSection(now: Date, real: Date): Html {
  const days = Math.floor((now.getTime() - real.getTime()) / 86_400_000);
  const advance = (label: string, body: object) =>
    html`<button type="button" id="clock-${label}" data-post="/__sandbox/clock" data-body="${JSON.stringify(body)}">${label}</button>`;
  return html`<section aria-label="Clock">
    <h2>Clock</h2>
    <p class="bar">
      ${time(now.toISOString(), "short")} ${days > 0 ? html`<span class="meta">${days} days ahead</span>` : ""}
      ${advance("+1 hour", { advanceSeconds: 3600 })} ${advance("+1 day", { advanceDays: 1 })}
      ${advance("+7 days", { advanceDays: 7 })}
    </p>
  </section>`;
}

function faultSection({ faults, vendors }: SandboxState): Html {
  const armed = faults.list();
  return html`<section aria-label="Faults">
    <h2>Faults</h2>
    ${armed.length === 0 ? html`<p class="empty">None armed: every vendor behaves.</p>` : html`<ul class="plain">${armed.map(faultItem)}</ul>`}
    ${vendors.map(({ name }) => faultForm(name, HTTP_FAULT_KINDS))} ${faultForm(SMTP_PROVIDER, SMTP_FAULT_KINDS)}
  </section>`;
}

function faultItem(fault: ArmedFault): Html {
  return html`<li class="bar">
    <span><strong>${fault.provider}</strong> ${described(fault)}, ${fault.times} left</span>
    <button type="button" id="disarm-${fault.id}" data-delete="/__sandbox/faults/${fault.id}">Disarm<span class="unseen"> ${fault.provider} ${fault.kind}</span></button>
  </li>`;
}

function described(fault: ArmedFault): string {
  const kind = fault.kind === "status" ? `status ${fault.status}` : fault.kind;
  const calls = isSmtpFault(fault) ? "mail" : [fault.method, fault.path].filter(Boolean).join(" ");
  return `${kind} on ${calls || "any call"}`;
}

function faultForm(provider: string, kinds: readonly string[]): Html {
  const number = (label: string, name: string, value: number) =>
    html`<label>${label} <input name="${name}" id="${name}-${provider}" type="number" value="${value}" /></label>`;
  const httpOnly = html`<label>Path contains <input name="path" id="path-${provider}" size="12" /></label> ${number("Status", "status", 503)}`;
  return html`<form class="bar" data-post-form="/__sandbox/faults">
    <input type="hidden" name="provider" value="${provider}" />
    <strong>${provider}</strong>
    <label>Fault <select name="kind" id="kind-${provider}">${kinds.map((kind) => html`<option>${kind}</option>`)}</select></label>
    ${provider === SMTP_PROVIDER ? "" : httpOnly} ${number("Times", "times", 1)} ${number("Delay, ms", "delayMs", 1000)}
    <button id="arm-${provider}">Arm</button>
  </form>`;
}

function callSection(calls: readonly Call[]): Html {
  if (calls.length === 0)
    return html`<section aria-label="Calls"><h2>Calls</h2><p class="empty">None yet.</p></section>`;
  return html`<section aria-label="Calls">
    <h2>Calls <span class="meta">newest first</span></h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Calls, table" id="calls">
      <table>
        <thead>
          <tr><th scope="col">Time</th><th scope="col">Vendor</th><th scope="col">Call</th><th scope="col">Status</th><th scope="col">Fault</th></tr>
        </thead>
        <tbody>${calls.slice(0, SHOWN_CALLS).map(callRow)}</tbody>
      </table>
    </div>
  </section>`;
}

function callRow(call: Call): Html {
  return html`<tr>
    <td>${time(call.at)}</td><td>${call.provider}</td><td>${call.method} ${call.path}</td>
    <td>${call.status ?? "no answer"}</td><td>${call.fault ?? ""}</td>
  </tr>`;
}
