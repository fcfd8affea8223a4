import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { SPREADSHEET_ID } from "../../apps/sandbox/src/google/google.ts";
import { PAYLIANCE_SECRET_KEY } from "../../apps/sandbox/src/payliance/payliance.ts";
import type { Tx } from "../../packages/db/src/index.ts";
import { googleCredentialsSchema } from "../../packages/providers/src/ledger-sheet/google-access.ts";
import { createGoogleSheets } from "../../packages/providers/src/ledger-sheet/google-sheets.ts";
import type { LedgerRow } from "../../packages/providers/src/ledger-sheet/port.ts";
import { LEDGER_SHEET_COLUMNS } from "../../packages/validators/src/ledger-writes/rules.ts";
import { inDatabase } from "./database.ts";
import { surrounding } from "./surroundings.ts";

/** A funding as the product has it. */
export interface Funding {
  userId: number;
  name: string;
  paymentId: string;
  key: string;
}

const CENTS = 120_010;

/**
 * Fundings by bank transfer on a day long ago on which nothing else was funded, known to the product, the sheet and the
 * processor alike, but for the sheet's row of each: what `toRows` makes of it stands there in its place.
 */
export async function plantFundings(
  toRows: readonly ((row: LedgerRow) => LedgerRow[])[],
): Promise<{ day: string; fundings: Funding[] }> {
  const { day, fundings } = await inDatabase(async (tx) => {
    const users = await tx.user.findMany({
      where: { intents: { none: { kind: "CREDIT" } }, firstname: { not: "" } },
      orderBy: { id: "desc" },
      take: toRows.length,
    });
    const free = await freeDay(tx);
    const at = new Date(`${free}T16:00:00Z`);
    const made: Funding[] = [];
    for (const { id: userId, firstname, lastname } of users) {
      const key = `e2e${randomUUID().replaceAll("-", "").slice(0, 12)}`;
      const { id: paymentId } = await tx.paymentIntent.create({
        data: {
          userId,
          kind: "CREDIT",
          paymentType: "CREDIT",
          businessKey: key,
          amountCents: CENTS,
          createdAt: at,
          attempts: {
            create: {
              sequence: 1,
              provider: "payliance",
              providerKey: key,
              providerReference: `ref-${key}`,
              outcome: "SUBMITTED",
              sentAt: at,
              finishedAt: at,
            },
          },
        },
        select: { id: true },
      });
      made.push({ userId, name: `${firstname} ${lastname}`, paymentId, key });
    }
    return { day: free, fundings: made };
  });
  for (const { key } of fundings) await credit(key);
  await ledgerSheet().append(
    "Payments",
    fundings.flatMap((funding, at) => toRows[at]?.(fundingRow(day, funding)) ?? []),
  );
  return { day, fundings };
}

/** Days before and after it are free as well: what is a day apart may be the same funding. */
async function freeDay(tx: Tx): Promise<string> {
  const [free] = await tx.$queryRaw<{ day: string }[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day FROM generate_series('2024-08-05'::date, '2026-01-01', '5 days') AS day
    WHERE NOT EXISTS (SELECT FROM payment_attempt WHERE sent_at BETWEEN day - interval '2 days' AND day + interval '3 days')
    ORDER BY day LIMIT 1`;
  if (!free) throw new Error("Something was funded on every day.");
  return free.day;
}

const fundingRow = (day: string, { userId, name, paymentId }: Funding): LedgerRow => ({
  rowId: paymentId,
  cells: [day, userId, name, -CENTS / 100, "CREDIT", "CREDIT", "ACH", "CREDIT •••• 6789"],
});

const ledgerSheet = () =>
  createGoogleSheets({
    baseUrl: `${surrounding("E2E_SANDBOX")}/google/v4/spreadsheets`,
    spreadsheetId: SPREADSHEET_ID,
    headings: LEDGER_SHEET_COLUMNS,
    credentials: googleCredentialsSchema.parse(
      JSON.parse(readFileSync(join(surrounding("E2E_FOLDER"), "data", "google-key.json"), "utf8")),
    ),
    deadlineMs: 60_000,
    effectWindowMs: 0,
    now: () => new Date(),
  });

async function credit(key: string): Promise<void> {
  const answer = await fetch(`${surrounding("E2E_SANDBOX")}/payliance/api/v1/echeck/credit`, {
    method: "POST",
    headers: { authorization: `Bearer ${PAYLIANCE_SECRET_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({
      UniqueTranId: key,
      Routing: "011401533",
      AccountNumber: "1111222233336789",
      CheckNumber: "1001",
      CheckAmount: String(CENTS / 100),
      AccountType: "Personal Checking",
      FirstName: "Ana",
      LastName: "Diaz",
      SecCode: "PPD",
    }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}
