import { expect } from "@playwright/test";
import { surrounding } from "./surroundings.ts";

interface Mail {
  id: number;
  subject: string;
  code: string | null;
}

/** The newest mail to this address, or null. */
async function lastMailTo(address: string): Promise<Mail | null> {
  const mails = (await fromSandbox(`mail?to=${encodeURIComponent(address)}`)) as Mail[];
  return mails[0] ?? null;
}

/** The code in the mail that `send` makes the server write to this address. */
export async function codeMailedBy(address: string, send: () => Promise<void>): Promise<string> {
  const before = (await lastMailTo(address))?.id ?? 0;
  await send();
  let code = "";
  await expect
    .poll(async () => {
      const mail = await lastMailTo(address);
      code = mail && mail.id > before ? (mail.code ?? "") : "";
      return code;
    })
    .toMatch(/^\d{6}$/);
  return code;
}

/** The rows of the lender's Payments sheet that hold `text` in a cell. */
export async function paymentRowsWith(text: string): Promise<unknown[][]> {
  const state = (await fromSandbox("state")) as { vendors: { google: Record<string, unknown[][]> } };
  return (state.vendors.google.Payments ?? []).filter((cells) => JSON.stringify(cells).includes(text));
}

/** The files in the file-transfer area. */
export async function filesInArea(): Promise<{ path: string; sizeBytes: number }[]> {
  const state = (await fromSandbox("state")) as { files: { path: string; sizeBytes: number }[] };
  return state.files;
}

/** The fields of the deals in the CRM that have all of these. */
export async function dealsWith(wanted: Record<string, unknown>): Promise<Record<string, unknown>[]> {
  const state = (await fromSandbox("state")) as {
    vendors: { zoho: { records: { module: string; fields: Record<string, unknown> }[] } };
  };
  return state.vendors.zoho.records.flatMap(({ module, fields }) =>
    module === "Deals" && Object.entries(wanted).every(([name, value]) => fields[name] === value)
      ? [fields]
      : [],
  );
}

/** What the notes in the CRM that begin so say further, and in which module. */
export async function readCrmNotes(beginning: string): Promise<{ module: string; said: string }[]> {
  const state = (await fromSandbox("state")) as {
    vendors: { zoho: { notes: { module: string; content: string }[] } };
  };
  return state.vendors.zoho.notes.flatMap(({ module, content }) =>
    content.startsWith(beginning) ? [{ module, said: content.slice(beginning.length) }] : [],
  );
}

/** Has the bank of the link that holds this account answer with an error of the vendor's, until null takes it back. */
export async function breakLink(accountId: string, error: string | null): Promise<void> {
  await fromSandbox(`plaid/accounts/${accountId}`, { method: "POST", body: JSON.stringify({ error }) });
}

/** What the card processor has in its books for this amount, in cents. */
export async function readCardTransactions(cents: number): Promise<{ type: string; status: string }[]> {
  const books = (await fromSandbox("tabapay/transactions")) as {
    amountCents: number;
    type: string;
    status: string;
  }[];
  return books.filter(({ amountCents }) => amountCents === cents);
}

interface Fault {
  provider: string;
  kind: string;
  method?: string;
  path?: string;
  body?: string;
  status?: number;
}

/** Arms a fault of a vendor for its next call of this kind, or for so many. Returns its id. */
export async function armFault(fault: Fault & { times?: number }): Promise<number> {
  const { id } = (await fromSandbox("faults", { method: "POST", body: JSON.stringify(fault) })) as {
    id: number;
  };
  return id;
}

/** Lets time pass in the world outside: what vendors decide, settle and file goes by it. */
export async function advanceClock(
  time: { advanceDays: number } | { advanceSeconds: number },
): Promise<void> {
  await fromSandbox("clock", { method: "POST", body: JSON.stringify(time) });
}

/** Has a bank do well or badly from now on, as the bank-link provider tells it. */
export async function setBankHealth(
  institutionId: string,
  status: "HEALTHY" | "DEGRADED" | "DOWN",
): Promise<void> {
  await fromSandbox(`plaid/institutions/${institutionId}`, {
    method: "POST",
    body: JSON.stringify({ status }),
  });
}

/** How many faults of this vendor have not struck yet. */
export async function armedFaults(provider: string): Promise<number> {
  const faults = (await fromSandbox("faults")) as { provider: string }[];
  return faults.filter((fault) => fault.provider === provider).length;
}

async function fromSandbox(path: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(`${surrounding("E2E_SANDBOX")}/__sandbox/${path}`, {
    ...init,
    headers: { "content-type": "application/json" },
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}: ${await answer.text()}`);
  return answer.status === 204 ? null : answer.json();
}
