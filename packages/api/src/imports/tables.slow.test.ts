import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { plannedImport } from "../testing/import-jobs.ts";
import { workOnImports } from "./work.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const admin = () => api.as("SUPERADMIN");
const run = () => workOnImports(api.services);
const get = async (id: string) => (await admin()).imports.get({ id });

it("a choice for the column of one table changes no other, and is known for the next files of the source", async () => {
  const source = "two-refs";
  const files = (id: string) => ({
    "customers.csv": `Ref,First Name,Last Name\n${id},Ana,Diaz${id}\n`,
    "payments.csv": `Ref,Customer ID,Paid On,Amount\nP${id},${id},2026-01-05,10\n`,
  });
  const tables = [
    { place: "customers.csv", columns: [{ position: 1, field: "externalId" }] },
    { place: "payments.csv", columns: [{ position: 1, field: "paymentId" }] },
  ];
  const first = await plannedImport(api, files("17"), { source, tables });
  await (await admin()).imports.start({ requestId: randomUUID(), ...first });
  await run();
  expect((await get(first.id)).report?.book?.sheets).toMatchObject([
    { sheet: "payments", rows: 1, refused: 0 },
  ]);
  const { id } = await plannedImport(api, files("18"), { source });
  expect((await get(id)).plan?.tables).toMatchObject([
    { sheet: "users", columns: [{ field: "externalId" }, {}, {}] },
    { sheet: "payments", columns: [{ field: "paymentId" }, {}, {}, {}] },
  ]);
});

it("one row per loan brings the customers and what they owe", async () => {
  const header = "Loan ID,Name,Phone,Payback Amount,Funded Date,Balance";
  const rows = [
    "8801,Ana Diaz,4065550171,1200.00,2026-06-01,960.00",
    "8803,Ana Diaz,4065550171,900.00,2026-01-05,0.00",
  ];
  const { id, digest } = await plannedImport(
    api,
    { "loans.csv": [header, ...rows].join("\n") },
    { source: "loans" },
  );
  expect((await get(id)).plan).toMatchObject({
    tables: [{ sheet: "users+applications" }],
    users: { rows: 1, loaded: 1, repeated: 0, refused: 0 },
    book: { sheets: [{ sheet: "applications", rows: 2, refused: 0 }] },
  });
  await (await admin()).imports.start({ requestId: randomUUID(), id, digest });
  await run();
  const user = await api.database.read.user.findUniqueOrThrow({
    where: { importKey: "loans:ana diaz" },
    include: { balance: true },
  });
  expect(Number(user.balance?.balanceCents)).toBe(96_000);
});
