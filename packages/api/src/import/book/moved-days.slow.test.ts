import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { type ImportFolder, openImportFolder } from "../../testing/import-folder.ts";
import type { ImportOptions } from "../run-import.ts";
import { undoImport } from "../undo/undo-import.ts";

const SOURCE = "moved";

let api: TestApi;
let folder: ImportFolder;
beforeAll(async () => {
  api = await createTestApi();
  folder = await openImportFolder(api);
});
afterAll(async () => {
  await api.close();
  folder.remove();
});

async function bring(sheets: Record<string, string>, options: Partial<ImportOptions> = {}) {
  const runId = randomUUID();
  const { book } = await folder.importSheets(sheets, { source: SOURCE, runId, ...options });
  return { runId, sheets: book?.sheets, refused: book?.refused.map(({ reason }) => reason) };
}

const findings = (name: string) => folder.read(`${name}.findings.csv`);

const readSchedules = () =>
  api.database.read.paymentSchedule.findMany({
    where: { application: { importKey: `${SOURCE}:L1` } },
    orderBy: { paymentDate: "asc" },
    select: { id: true, paymentDate: true, amountCents: true, version: true },
  });

const DUE = "Loan Number,Due On,Amount\nL1,2026-10-01,500.00\nL1,2027-12-01,400.00\nL1,2027-12-15,300.00\n";

it("moves by --update the day of an instalment of which nothing is paid, and sets it back by an undo", async () => {
  await bring({
    customers: "Customer ID,First Name,Last Name\n1,Ana,Diaz\n",
    loans: "Loan Number,Customer ID,Stage,Payback Amount,Funded On\nL1,1,funded,1200.00,2026-09-01\n",
    due: DUE,
    pay: "Payment ID,Customer ID,Loan Number,Paid On,Amount\nP1,1,L1,2026-10-01,500.00\n",
  });
  const before = await readSchedules();
  const due = DUE.replace("2026-10-01", "2027-01-04").replace("2027-12-01,400.00", "2027-12-08,350.00");
  const counts = { sheet: "schedules", rows: 3, added: 0, alreadyThere: 1, refused: 0 };
  for (const dryRun of [true, false])
    expect((await bring({ due }, { dryRun })).sheets).toMatchObject([
      { ...counts, otherwise: 2, updated: 0 },
    ]);
  expect(findings("due.schedules")).toContain(
    'conflict,"user 1, dueOn: ""2027-12-01"" here, ""2027-12-08"" in the file."',
  );
  expect(await readSchedules()).toEqual(before);

  const { runId, sheets } = await bring({ due }, { update: true });
  expect(sheets).toMatchObject([{ ...counts, otherwise: 1, updated: 1 }]);
  expect(findings("due.schedules")).toContain(
    'dueOn: ""2026-10-01"" here, ""2027-01-04"" in the file. Money that has moved is not changed by an import.',
  );
  const [paid, moved, last] = before;
  expect(await readSchedules()).toEqual([
    paid,
    {
      ...moved,
      paymentDate: new Date("2027-12-08"),
      amountCents: 35_000n,
      version: (moved?.version ?? 0) + 1,
    },
    last,
  ]);
  expect(
    await undoImport({ db: api.database, vault: api.vault, now: api.clock.now, runId, dryRun: false }),
  ).toMatchObject({ kept: 0 });
  const plainly = (rows: typeof before) => rows.map(({ version: _version, ...row }) => row);
  expect(plainly(await readSchedules())).toEqual(plainly(before));
});

it("takes a single instalment of another day for no day that moved", async () => {
  const { refused } = await bring(
    { due: "Loan Number,Due On,Amount\nL1,2027-12-22,300.00\n" },
    { update: true },
  );
  expect(refused).toEqual([
    "applicationId: the application is here already, without this row. Offers and instalments come in with their application. A day is compared where the files list as many instalments as are here.",
  ]);
});

it("leaves the stage of an application that is here, and says why", async () => {
  const loan = (stage: string) => ({
    loans: `Loan Number,Customer ID,Stage,Payback Amount\nL2,1,${stage},600.00\n`,
  });
  await bring(loan("offered"));
  const { sheets } = await bring(loan("contracted"), { update: true });
  expect(sheets).toMatchObject([{ sheet: "applications", otherwise: 1, updated: 0 }]);
  expect(findings("loans.applications")).toContain(
    "An import does not change the stage of an application that is here: approval, contract and payout are steps of the console.",
  );
});
