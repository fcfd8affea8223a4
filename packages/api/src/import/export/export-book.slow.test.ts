import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { SHEET_NAMES, type SheetName, sheetColumns } from "@countinghouse/validators/import/columns";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countAuditEvents, lastAuditEvent } from "../../testing/expectations.ts";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { randomBook } from "../../testing/random-book.ts";
import { importFiles } from "../run-import.ts";
import { exportBook } from "./export-book.ts";
import { sheetFile, sheetHeader } from "./sheet-files.ts";

const CUSTOMERS = 25;

let folder: string;
let here: TestApi;
let there: TestApi;
beforeAll(async () => {
  here = await createTestApi();
  there = await createTestApi();
  folder = mkdtempSync(path.join(os.tmpdir(), "export-book-"));
});
afterAll(async () => {
  await here.close();
  await there.close();
  rmSync(folder, { recursive: true });
});

async function bring(api: TestApi, files: string[], source: string) {
  const admin = await api.admin("SUPERADMIN");
  const { email } = await api.database.read.admin.findUniqueOrThrow({ where: { id: admin.id } });
  const { database: db, vault, clock } = api;
  return importFiles({ files, source, email, db, vault, now: clock.now, dryRun: false });
}

const take = (api: TestApi, into: string) =>
  exportBook({ db: api.database, vault: api.vault, now: api.clock.now, folder: path.join(folder, into) });

const toRows = (name: string, sheet: SheetName): string[][] =>
  parse(readFileSync(path.join(folder, name, sheetFile(sheet)))).slice(1);

/** What the tables of a book have, row by row, without ids and without when it was written here; what is sealed is opened. */
async function readTables({ database: { read }, vault }: TestApi): Promise<Record<string, string[]>> {
  const user = { select: { email: true } } as const;
  const users = await read.user.findMany({
    omit: USER_OWN,
    include: { balance: { select: { balanceCents: true } } },
  });
  const offers = { omit: { id: true, applicationId: true } } as const;
  const accounts = await read.bankAccount.findMany({
    omit: {
      bankLinkId: true,
      createdAt: true,
      providerAccountId: true,
      numberIndex: true,
      userId: true,
      importRunId: true,
    },
  });
  const cards = await read.card.findMany({
    omit: { userId: true, createdAt: true, tokenIndex: true, importRunId: true },
    include: { user },
  });
  const intents = await read.paymentIntent.findMany({ select: INTENT });
  const transactions = await read.ledgerTransaction.findMany({
    select: { intentId: true, kind: true, effectiveOn: true },
    orderBy: { createdAt: "asc" },
  });
  const posted = new Map(
    [...Map.groupBy(transactions, ({ intentId }) => intentId)].map(([id, of]) => [
      id,
      of.map(({ kind, effectiveOn }) => ({ kind, effectiveOn })),
    ]),
  );
  const opened = (table: string, column: string, rowId: number, sealed: Uint8Array) =>
    vault.open({ table, column, rowId }, sealed);
  const tables: Record<string, object[]> = {
    users: users.map(({ id, ssnSealed, ...row }) => ({
      ...row,
      ssn: ssnSealed && opened("users", "ssn_sealed", id, ssnSealed),
    })),
    applications: await read.application.findMany({
      // A decline without a day of its own counts from the day of the application.
      omit: {
        ...OWN,
        importKey: true,
        importRunId: true,
        createdAt: true,
        declinedAt: true,
        noticeBefore: true,
      },
      include: { user, offers },
    }),
    schedules: await read.paymentSchedule.findMany({
      omit: { ...OWN, applicationId: true, version: true },
      include: { user },
    }),
    intents: intents.map(({ id, ...row }) => ({ ...row, transactions: posted.get(id) ?? [] })),
    accounts: accounts.map(({ id, numberSealed, ...row }) => ({
      ...row,
      number: opened("bank_account", "number_sealed", id, numberSealed),
    })),
    cards: cards.map(({ id, tokenSealed, ...row }) => ({
      ...row,
      token: opened("card", "token_sealed", id, tokenSealed),
    })),
    notes: await read.note.findMany({
      select: { note: true, createdAt: true, owner: { select: { role: true } }, user },
    }),
    remarks: await read.derogatoryRemark.findMany({
      select: {
        remarkDate: true,
        category: true,
        note: true,
        addedBy: true,
        stopsDebits: true,
        endedAt: true,
        endReason: true,
        user,
      },
    }),
  };
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(asText).sort()]));
}

const OWN = { id: true, userId: true, updatedAt: true } as const;
const USER_OWN = {
  importKey: true,
  importRunId: true,
  createdAt: true,
  updatedAt: true,
  ssnIndex: true,
  einIndex: true,
  einSealed: true,
  version: true,
} as const;
const INTENT = {
  id: true,
  kind: true,
  paymentType: true,
  amountCents: true,
  state: true,
  createdAt: true,
  failureCode: true,
  manual: { omit: { intentId: true } },
  user: { select: { email: true } },
} as const;

/** A payment that opened a balance is a payment like the others once it was brought on. */
const asText = (row: object): string =>
  JSON.stringify(row, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value))
    .replaceAll("opening-balance", "imported-payment")
    .replace('"Opening Balance"', '"Imported Payment"');

describe("a random book", () => {
  const { sheets, owedCents } = randomBook(20261123, CUSTOMERS);
  let brought: Awaited<ReturnType<typeof bring>>;

  beforeAll(async () => {
    mkdirSync(path.join(folder, "given"));
    const files = Object.entries(sheets).map(([sheet, text]) => {
      const file = path.join(folder, "given", `${sheet}.csv`);
      writeFileSync(file, text);
      return file;
    });
    brought = await bring(here, files, "old");
  });

  it("is brought without a refusal", () => {
    expect(brought.tables).toMatchObject([{ loaded: CUSTOMERS, refused: 0, leftEmpty: 0 }]);
    expect(brought.book?.refused).toEqual([]);
  });

  it("makes every customer owe to the cent what was given, over a ledger that sums to zero", async () => {
    const users = await here.database.read.user.findMany({ include: { balance: true } });
    const owed = users.map(({ importKey, balance }) => [
      importKey?.slice("old:".length) ?? "",
      Number(balance?.balanceCents ?? 0n),
    ]);
    expect(new Map(owed as [string, number][])).toEqual(owedCents);
    const { _sum } = await here.database.read.ledgerEntry.aggregate({ _sum: { amountCents: true } });
    expect(_sum.amountCents).toBe(0n);
    const schedules = await here.database.read.paymentSchedule.findMany({
      where: { application: { fundedAt: { not: null } } },
    });
    for (const { id, importKey } of users) {
      const left = schedules
        .filter(({ userId }) => userId === id)
        .reduce((sum, { amountCents, paidCents }) => sum + Number(amountCents - paidCents), 0);
      expect(left).toBeLessThanOrEqual(
        Math.max(owedCents.get(importKey?.slice("old:".length) ?? "") ?? 0, 0),
      );
    }
  });

  it("is written out in the format it came in, every sheet with its header, for its owner alone", async () => {
    const counts = await take(here, "out");
    expect(counts.get("users")).toBe(CUSTOMERS);
    for (const sheet of SHEET_NAMES) {
      const file = path.join(folder, "out", sheetFile(sheet));
      const [header] = parse(readFileSync(file), { bom: true });
      expect(header).toEqual(sheetHeader(sheet));
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(toRows("out", sheet)).toHaveLength(counts.get(sheet) ?? -1);
    }
    expect(await lastAuditEvent(here, "users.exportBook")).toMatchObject({
      actor: "job:export",
      after: { users: CUSTOMERS },
    });
    expect(await countAuditEvents(here, "users.exportBookStarted")).toBe(1);
  });

  it("brought into an empty database is an equal book, table by table and row by row", async () => {
    const out = SHEET_NAMES.filter((sheet) => sheet !== "documents").map((sheet) =>
      path.join(folder, "out", sheetFile(sheet)),
    );
    const { tables, book, passedOver } = await bring(there, out, "export");
    expect(passedOver).toEqual([]);
    expect(book?.refused).toEqual([]);
    expect(tables).toMatchObject([{ loaded: CUSTOMERS, refused: 0, leftEmpty: 0 }]);
    expect(tables[0]?.layout.headings.filter(({ field }) => field === null)).toEqual([]);
    const [one, other] = [await readTables(here), await readTables(there)];
    for (const [table, rows] of Object.entries(one)) {
      const differing = rows.flatMap((row, index) =>
        row === other[table]?.[index] ? [] : [row, other[table]?.[index]],
      );
      expect([table, ...differing.slice(0, 2)]).toEqual([table]);
      expect([table, rows.length > 0, other[table]?.length]).toEqual([table, true, rows.length]);
    }
  });
});

it("is not written over what is there", async () => {
  mkdirSync(path.join(folder, "full"));
  writeFileSync(path.join(folder, "full", "x"), "");
  await expect(take(here, "full")).rejects.toThrow(/is not empty\.$/);
});

it("has a column for every field that is imported, in the words that it is known by", () => {
  for (const sheet of SHEET_NAMES)
    expect(sheetHeader(sheet)).toHaveLength(Object.keys(sheetColumns(sheet)).length);
});
