import { once } from "node:events";
import { createServer } from "node:http";
import type { Sandbox } from "../../../../apps/sandbox/src/index.ts";
import { createPaylianceAch, type PaylianceConfig } from "../ach/payliance.ts";
import type { Ach, AchPayment } from "../ach/port.ts";

/** A Tuesday, noon in New York: what is taken now is sent on the 4th and settles on the 6th. */
export const TUESDAY = Date.parse("2026-03-03T17:00:00Z");
export const DAY_SECONDS = 86_400;
export const ACCOUNT = "1111222233330000";
export const SHORT_DEADLINE_MS = 300;

/** The port, spoken to the sandbox. */
export function sandboxAch(sandbox: Sandbox, changes: Partial<PaylianceConfig> = {}): Ach {
  return createPaylianceAch({ ...sandbox.payliance, deadlineMs: 60_000, effectWindowMs: 0, ...changes });
}

export function payment(changes: Partial<AchPayment> = {}): AchPayment {
  return {
    key: "i1-1",
    amountCents: 12_500,
    routing: "011401533",
    accountNumber: ACCOUNT,
    accountType: "personalChecking",
    firstName: "Ana",
    lastName: "Diaz",
    companyName: "Acme LLC",
    ...changes,
  };
}

/** What Payliance has in its books, newest first. */
export async function paylianceBooks({ origin }: Sandbox): Promise<unknown> {
  return (await fetch(`${origin}/__sandbox/payliance/transactions`)).json();
}

export async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

/** A server that answers everything in one way. */
export async function answering(status: number, body: string): Promise<{ url: string; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    outgoing.writeHead(status, { connection: "close" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
