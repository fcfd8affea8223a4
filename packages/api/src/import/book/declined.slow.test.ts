import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { type ImportFolder, openImportFolder } from "../../testing/import-folder.ts";

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

const source = randomUUID();

/** Brings these sheets; returns what was refused. */
async function bring(sheets: Record<string, string[]>) {
  const texts = Object.entries(sheets).map(([name, lines]) => [name, `${lines.join("\n")}\n`]);
  const { book } = await folder.importSheets(Object.fromEntries(texts), { source });
  return book?.refused.map(({ reason }) => reason);
}

const HEADINGS =
  "Loan ID,Customer ID,Stage,Created On,Decline Date,Decline Reason,Adverse Action Notice Sent";

/** The clocks that run, by the ids of the file: from which day. */
async function clocks() {
  const { items } = await (await api.as("VIEWER")).deadlines.list({ kind: "ADVERSE_ACTION" });
  const rows = await api.database.read.application.findMany({ select: { id: true, importKey: true } });
  const key = new Map(rows.map((row) => [String(row.id), row.importKey?.split(/[:/]/).at(-1)]));
  return Object.fromEntries(items.map((item) => [key.get(item.key), item.from]));
}

// It is 2026-11-20.
it("gives a decline of the last 30 days its clock, from the day it was declined, else was made", async () => {
  const refused = await bring({
    users: ["Customer ID,Name", "17,Ana Diaz"],
    applications: [
      HEADINGS,
      "801,17,declined,2026-09-01,2026-11-10,Stacking,",
      "802,17,declined,2026-11-02,,Stacking,",
      "803,17,declined,2026-09-01,2026-10-10,Stacking,",
      "804,17,declined,2026-09-01,,Stacking,",
      "805,17,declined,2026-11-02,2026-11-10,Stacking,yes",
      "806,17,declined,2026-11-02,,Customer withdrew,",
      "807,17,declined,,,Stacking,",
      "808,17,declined,2026-11-02,2026-12-10,Stacking,",
    ],
  });
  expect(refused).toEqual(["declinedOn: this day is still to come."]);
  expect(await clocks()).toEqual({ 801: "2026-11-10", 802: "2026-11-02" });
});

it("declines what comes open of a customer who is not to be funded, or is the same person as one who is", async () => {
  await bring({
    users: [
      "Customer ID,Name,SSN,DNF,DNF Reason",
      "21,Luis Delgado,078-05-1121,yes,Defaulted",
      "22,Luis Delgado Jr,078-05-1121,,",
    ],
    applications: [
      HEADINGS,
      "821,21,offered,2026-11-05,,,",
      "822,22,underwriting,2026-11-06,,,",
      "823,21,started,2026-05-01,,,",
    ],
  });
  expect(await clocks()).toMatchObject({ 821: "2026-11-05", 822: "2026-11-06" });
  const rows = await api.database.read.application.findMany({
    where: { user: { firstname: "Luis" } },
    orderBy: { createdAt: "asc" },
    select: { stage: true, declineReason: true, declinedFrom: true },
  });
  expect(rows).toEqual(
    ["started", "offered", "underwriting"].map((declinedFrom) => ({
      stage: "declined",
      declineReason: "Defaulted",
      declinedFrom,
    })),
  );
});
