import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { TableSummary } from "../import/import-users.ts";
import { type ImportOptions, importFiles } from "../import/run-import.ts";
import { workOnImports } from "../imports/work.ts";
import { setRules } from "../testing/approvals.ts";
import { edit } from "../testing/edit-user.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { readFindings } from "../testing/import-desk.ts";
import { plannedImport } from "../testing/import-jobs.ts";
import { setUpUndoDesk } from "../testing/undo-desk.ts";
import { whyDoNotFundUser } from "./person.ts";

const desk = setUpUndoDesk();

/**
 * Every place in the code that names what makes two customers the same person. Those that write it ask whether a ban would end;
 * a new place is put where it belongs, with a test below.
 */
const DOORS = {
  changes: ["users/edit.ts", "import/database-store.ts", "import/undo/undo-import.ts"],
  adds: ["users/create.ts", "import/new-user-row.ts"],
  // All indexes of one number become another at once: who was the same person stays so.
  putsUnderAnotherKey: ["keys/reindex.ts", "keys/sealed-columns.ts"],
  asksWhetherABanWouldEnd: ["do-not-fund/keep-bans.ts", "import/keep-numbers.ts", "import/undo/kept-bans.ts"],
  opensWhatStoodBefore: ["import/undo/former-secrets.ts"],
} as const;

const WRITES =
  /\b(ssn|ein)(Index|_index|Sealed|_sealed)\b\s*(:(?!\s*(true|Buffer|string|Uint8Array|\{ not))|=(?!=))|SELECT remove_import/;
const SOURCES = path.join(import.meta.dirname, "..");

it("every place that names the column of an SSN or EIN is known to be a door, or to read it", () => {
  const found = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("testing"))
    .filter((file) => WRITES.test(readFileSync(path.join(SOURCES, file), "utf8")));
  const known: readonly string[] = Object.values(DOORS).flat();
  expect(found.filter((file) => !known.includes(file)).toSorted()).toEqual(READERS);
});

/** They name a column where they look for it or read it. */
const READERS = [
  "do-not-fund/person.ts",
  "import/match-users.ts",
  "import/seen.ts",
  "similar-records/statements.ts",
  "ssn-look-up.ts",
  "users/detail.ts",
  "users/identifiers.ts",
  "users/search.ts",
];

it("the functions of the database that write one are called by these doors, or keep its index under the key in use", async () => {
  const { rows } = await desk.api.database.pool.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc ~ '(ssn|ein)_(index|sealed)' ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(["remove_import", "users_index_in_use"]);
});

let last = 10;

/** A person under two ids, of whom the first is flagged Do Not Fund; tied by what stands in the column. */
async function pair(
  column: "EIN" | "SSN",
): Promise<{ source: string; number: string; other: string; tied: string }> {
  last += 1;
  const [number, other] = [`5${last}112222`, `5${last}113333`];
  const source = `doors${last}`;
  await bring(
    source,
    `Customer ID,Company,${column},DNF\nB,Banned ${last},${number},yes\nT,Tied ${last},${number},no\n`,
  );
  expect(await why(source, "T")).toMatch("The same person is flagged Do Not Fund");
  return { source, number, other, tied: `Tied ${last}` };
}

async function bring(source: string, text: string, options: Partial<ImportOptions> = {}) {
  const file = path.join(desk.folder, `${randomUUID()}.csv`);
  writeFileSync(file, text);
  const { database: db, vault, clock } = desk.api;
  const runId = randomUUID();
  const made = { files: [file], source, db, vault, now: clock.now, runId, dryRun: false, ...options };
  const [table] = (await importFiles(made)).tables;
  if (table === undefined) throw new Error("No table was imported.");
  return { runId, table };
}

const readUser = (source: string, id: string) =>
  desk.api.database.read.user.findUniqueOrThrow({ where: { importKey: `${source}:${id}` } });

const why = async (source: string, id: string) =>
  whyDoNotFundUser(desk.api.database.read, (await readUser(source, id)).id);

const waits = () => setRules(desk.api, { LIFT_BAN: { always: true } });

describe.each(["EIN", "SSN"] as const)("a ban that hangs on the same %s", (column) => {
  const refusal = `This ${column} links the customer to a person flagged Do Not Fund`;
  const expectKept = (table: TableSummary) => {
    expect(table).toMatchObject({ updated: 0, completed: 0, refused: 0, conflicts: 1 });
    expect(readFindings(table)).toEqual([
      expect.stringMatching(new RegExp(`^2 \\| conflict \\| .*${refusal}`)),
    ]);
  };

  it.each(["T", "B"])(
    "is not ended by an import that changes what stands here, nor by its trial: customer %s",
    async (id) => {
      await waits();
      const { source, other } = await pair(column);
      const before = await readUser(source, id);
      const text = `Customer ID,Company,${column}\n${id},${before.businessName},${other}\n`;
      expectKept((await bring(source, text, { update: true, dryRun: true })).table);
      expectKept((await bring(source, text, { update: true })).table);
      expect(await readUser(source, id)).toEqual(before);
      expect(await why(source, "T")).toMatch("The same person");
    },
  );

  it("stays with its number where an import only completes: another one is a conflict, also where no ban hangs on it", async () => {
    await setRules(desk.api, {});
    const { source, other, tied } = await pair(column);
    const { table } = await bring(source, `Customer ID,Company,${column}\nT,${tied},${other}\n`);
    expect(table).toMatchObject({ updated: 0, completed: 0, alreadyThere: 1, conflicts: 1 });
    expect(readFindings(table)).toEqual([
      expect.stringMatching(
        new RegExp(`^2 \\| conflict \\| user \\d+, ${column.toLowerCase()}: another number\\.$`),
      ),
    ]);
    expect(await why(source, "T")).toMatch("The same person");
  });

  it("leaves the other cells of the row to be changed", async () => {
    await waits();
    const { source, other, tied } = await pair(column);
    const { table } = await bring(source, `Customer ID,Company,${column},City\nT,${tied},${other},Butte\n`, {
      update: true,
    });
    expect(table).toMatchObject({ completed: 1, updated: 0, conflicts: 1 });
    expect((await readUser(source, "T")).city).toBe("Butte");
    expect(await why(source, "T")).toMatch("The same person");
  });

  it("may be ended by it where one person lifts bans", async () => {
    await setRules(desk.api, {});
    const { source, other, tied } = await pair(column);
    const { table } = await bring(source, `Customer ID,Company,${column}\nT,${tied},${other}\n`, {
      update: true,
    });
    expect(table).toMatchObject({ updated: 1, conflicts: 0 });
    expect(await why(source, "T")).toBeNull();
  });

  it("comes with a number that an import adds or completes, and stays when that is undone", async () => {
    await waits();
    const { source, number } = await pair(column);
    await bring(source, "Customer ID,Company\nN,New\n");
    const { runId, table } = await bring(
      source,
      `Customer ID,Company,${column}\nN,New,${number}\nM,More,${number}\n`,
    );
    expect(table).toMatchObject({ loaded: 1, completed: 1 });
    for (const id of ["N", "M"]) expect(await why(source, id)).toMatch("The same person");
    expect(await desk.undo(runId, true)).toMatchObject({ kept: 1, customers: 1, completed: 0 });
    expect(await desk.undo(runId)).toMatchObject({ kept: 1, customers: 1, completed: 0 });
    expect(await why(source, "N")).toMatch("The same person");
  });

  it("is not ended by an undo that takes away who is flagged, nor by one that brings back the number of before", async () => {
    await waits();
    const { source, number, other } = await pair(column);
    await bring(source, `Customer ID,Company,${column}\nC,Changed,${other}\n`);
    const changed = await bring(source, `Customer ID,Company,${column}\nC,Changed,${number}\n`, {
      update: true,
    });
    expect(await why(source, "C")).toMatch("The same person");
    expect(await desk.undo(changed.runId)).toMatchObject({ kept: 1, completed: 0 });
    const banned = await bring(
      `${source}y`,
      `Customer ID,Company,${column},DNF\nY,Banned,${swap(other)},yes\n`,
    );
    await bring(`${source}z`, `Customer ID,Company,${column}\nZ,Tied,${swap(other)}\n`);
    expect(await desk.undo(banned.runId, true)).toMatchObject({ kept: 1, customers: 0 });
    expect(await desk.undo(banned.runId)).toMatchObject({ kept: 1, customers: 0 });
    const { reason } = await desk.api.database.read.importCustomer.findFirstOrThrow({
      where: { runId: banned.runId },
    });
    expect(reason).toMatch("a second person lifts a ban");
    expect(await why(`${source}z`, "Z")).toMatch("The same person");
  });

  it("goes with both of its customers when the import that brought both is undone", async () => {
    await waits();
    const { source } = await pair(column);
    const { importRunId } = await readUser(source, "B");
    expect(await desk.undo(importRunId ?? "")).toMatchObject({ kept: 0, customers: 2 });
  });
});

/** Another number of the same kind. */
const swap = (number: string) => number.replace(/\d$/, "7");

it("two numbers that a ban hangs on together are not both changed by one file", async () => {
  await waits();
  await bring(
    "both",
    "Customer ID,Company,SSN,EIN,DNF\nB1,One,601112222,,yes\nB2,Two,,602112222,yes\nT,Tied,601112222,602112222,no\n",
  );
  const { table } = await bring(
    "both",
    "Customer ID,Company,SSN,EIN\nB1,One,601119999,\nB2,Two,,602119999\n",
    {
      update: true,
    },
  );
  expect(table).toMatchObject({ updated: 1, conflicts: 1 });
  expect(await why("both", "T")).toMatch("The same person");
});

it("the page Settings › Import leaves the number too, and says why in its plan", async () => {
  await waits();
  const { source, other, tied } = await pair("EIN");
  const files = { "customers.csv": `Customer ID,Company,EIN\nT,${tied},${other}\n` };
  const { id, digest } = await plannedImport(desk.api, files, { source, update: true });
  const admin = await desk.api.as("SUPERADMIN");
  expect((await admin.imports.get({ id })).plan?.users).toMatchObject({ updated: 0, refused: 0 });
  await admin.imports.start({ requestId: randomUUID(), id, digest });
  await workOnImports(desk.api.services);
  expect((await admin.imports.get({ id })).report).toMatchObject({ users: { updated: 0 } });
  expect(await why(source, "T")).toMatch("The same person");
});

it("Edit User refuses what the import leaves, and a customer added by hand is banned as an imported one is", async () => {
  await waits();
  const { source, number, other } = await pair("EIN");
  const { id } = await readUser(source, "T");
  await expectRefusal(edit(desk.api, id, { einTax: other }), "RULE", "Lift the ban first");
  const added = await (await desk.api.as("SUPERADMIN")).users.create({
    requestId: randomUUID(),
    firstname: "Ana",
    lastname: "Diaz",
    email: "ana.by.hand@example.com",
    phone: "",
    ssn: "",
    ein: number,
    companyName: "",
    currentAddress: "",
    city: "",
    state: "",
    zipcode: "",
  });
  expect(await whyDoNotFundUser(desk.api.database.read, added.id)).toMatch("The same person");
});
