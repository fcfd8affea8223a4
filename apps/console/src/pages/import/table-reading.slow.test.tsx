import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import type { Job } from "./import-job.tsx";
import ImportPage from "./import-page.tsx";
import { ID, PLAN, PLANNED, servePlans } from "./testing/planned.ts";

let job: Job;
beforeEach(() => {
  job = PLANNED;
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("imports.list", () => []);
  mockTrpc.query("imports.get", () => job);
});

const begin = (begun: Job) => {
  job = begun;
};
const open = () => renderPage(<ImportPage />, { at: `/admin/settings/import?import=${ID}` });

it("a table of unknown kind is asked about, and what it is said to be is sent with the plan", async () => {
  const [table] = PLAN.tables;
  if (!table) throw new Error("There is no table.");
  const asked = "It may be Payments or Instalments.";
  const tables = [{ ...table, file: "list.csv", place: "list.csv", sheet: null, asked }];
  job = { ...PLANNED, state: "UPLOADED", error: asked, planDigest: null, plan: { ...PLAN, tables } };
  const { user } = open();
  const sent = servePlans(begin);
  const kind = await screen.findByRole("combobox", { name: "What list.csv is" });
  expect(kind.textContent).toContain("Choose a type");
  expect(screen.queryByRole("button", { name: "Import…" })).toBeNull();
  await user.click(kind);
  await user.click(await screen.findByRole("option", { name: "Payments" }));
  await user.click(screen.getByRole("button", { name: "Update the plan" }));
  expect(await screen.findByText("The plan is being made.")).toBeTruthy();
  expect(sent).toEqual([
    { ...PLANNED.settings, tables: [{ place: "list.csv", kind: "payments", columns: [] }] },
  ]);
});

it("two columns with one header have a choice each, and fields of other kinds are not offered", async () => {
  const [table] = PLAN.tables;
  if (!table) throw new Error("There is no table.");
  const phone = { header: "Phone", field: "phone", how: "named" as const, samples: ["4065550144"] };
  const again = { ...phone, field: null, how: "repeated" as const, repeats: "phone", differing: 30 };
  const columns = [phone, again, { ...phone, header: "__proto__", field: null, how: "unknown" as const }];
  const hidden = { rows: 43, columns: ["SSN"] };
  job = { ...PLANNED, plan: { ...PLAN, tables: [{ ...table, columns, hidden }] } };
  const { user } = open();
  const sent = servePlans(begin);
  const [first, second] = await screen.findAllByRole("combobox", { name: "What Phone is" });
  if (!first || !second) throw new Error("There are no two choices.");
  expect(screen.getByText("Same as an earlier column; they differ in 30 rows")).toBeTruthy();
  expect(screen.getByText("The workbook hides 43 rows and 1 column (SSN).")).toBeTruthy();
  await user.click(second);
  expect(screen.queryByRole("option", { name: "Payment ID" })).toBeNull();
  await user.click(await screen.findByRole("option", { name: "Occupation" }));
  expect(first.textContent).toContain("Phone");
  const odd = screen.getByRole("combobox", { name: "What __proto__ is" });
  expect(odd.textContent).toContain("Ignore");
  await user.click(odd);
  await user.click(await screen.findByRole("option", { name: "Platform" }));
  await user.click(screen.getByRole("button", { name: "Update the plan" }));
  expect(await screen.findByText("The plan is being made.")).toBeTruthy();
  expect(sent).toMatchObject([
    {
      tables: [
        {
          place: "customers.csv",
          columns: [
            { position: 2, field: "occupation" },
            { position: 3, field: "platform" },
          ],
        },
      ],
    },
  ]);
});

it("a table with Debit and Credit has a choice of its own for the column with the payments of customers", async () => {
  const [table] = PLAN.tables;
  if (!table) throw new Error("There is no table.");
  const columns = [{ header: "Debit", field: "debit", how: "named" as const, samples: ["20.00"] }];
  const bank = { ...table, file: "bank.csv", place: "bank.csv", sheet: "payments" as const, columns };
  job = { ...PLANNED, plan: { ...PLAN, tables: [table, { ...bank, asks: ["paidIn" as const] }] } };
  const { user } = open();
  const sent = servePlans(begin);
  const choice = await screen.findByRole("combobox", { name: "Debit and Credit of bank.csv" });
  expect(screen.queryByRole("combobox", { name: "Debit and Credit of customers.csv" })).toBeNull();
  await user.click(choice);
  await user.click(await screen.findByRole("option", { name: "Customers paid what is under Credit" }));
  await user.click(screen.getByRole("button", { name: "Update the plan" }));
  expect(await screen.findByText("The plan is being made.")).toBeTruthy();
  expect(sent).toEqual([
    { ...PLANNED.settings, tables: [{ place: "bank.csv", columns: [], paidIn: "credit" }] },
  ]);
});

it("a table whose first line is data has its columns chosen by their numbers once no line names them", async () => {
  const [table] = PLAN.tables;
  if (!table) throw new Error("There is no table.");
  const asked = "Line 1 looks like data, and no line before it names the columns.";
  const columns = [{ header: "Column 1", field: null, how: "unknown" as const, samples: ["P2"] }];
  const list = { ...table, file: "list.csv", place: "list.csv", sheet: "payments" as const, columns };
  job = { ...PLANNED, plan: { ...PLAN, tables: [{ ...list, asked, headerLine: 1 }] } };
  const { user } = open();
  const sent = servePlans(begin);
  expect(await screen.findByText(asked)).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: "No line names the columns" }));
  expect(screen.getByText("The columns are read again with the plan.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Update the plan" }));
  expect(await screen.findByText("The plan is being made.")).toBeTruthy();
  expect(sent).toEqual([
    { ...PLANNED.settings, tables: [{ place: "list.csv", columns: [], headerLine: 0 }] },
  ]);
});

it("the columns of a table that no line names are chosen, and the choice that no line does is kept", async () => {
  const [table] = PLAN.tables;
  if (!table) throw new Error("There is no table.");
  const columns = [{ header: "Column 1", field: null, how: "unknown" as const, samples: ["P1"] }];
  const list = { ...table, file: "list.csv", place: "list.csv", sheet: "payments" as const, columns };
  const choice = { place: "list.csv", kind: "payments" as const, columns: [], headerLine: 0 };
  const settings = { ...PLANNED.settings, source: "oldsystem", tables: [choice] } as Job["settings"];
  job = { ...PLANNED, settings, plan: { ...PLAN, tables: [{ ...list, headerLine: 0 }] } };
  const { user } = open();
  const sent = servePlans(begin);
  expect(await screen.findByText(/ · no line of column names · /)).toBeTruthy();
  await user.click(screen.getByRole("combobox", { name: "What Column 1 is" }));
  await user.click(await screen.findByRole("option", { name: "Payment ID" }));
  await user.click(screen.getByRole("button", { name: "Update the plan" }));
  expect(await screen.findByText("The plan is being made.")).toBeTruthy();
  expect(sent).toMatchObject([{ tables: [{ ...choice, columns: [{ position: 1, field: "paymentId" }] }] }]);
});
