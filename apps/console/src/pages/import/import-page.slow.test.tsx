import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import type { Job } from "./import-job.tsx";
import ImportPage from "./import-page.tsx";
import { AT, ID, PLAN, PLANNED, servePlans } from "./testing/planned.ts";

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
const open = (at = `/admin/settings/import?import=${ID}`) => renderPage(<ImportPage />, { at });
const value = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

it("says what would happen: added, completed, left, refused with the reasons, and how each column was read", async () => {
  open();
  const outcome = within(await screen.findByRole("region", { name: "Preview" }));
  expect(value("Added")).toBe("1,380");
  expect(value("Completed")).toBe("5");
  expect(value("Already there")).toBe("3");
  expect(value("Refused")).toBe("10");
  expect(outcome.getByText("email: it is another customer's.", { exact: false }).textContent).toBe(
    "10 rows: email: it is another customer's.",
  );
  expect(
    screen.getByText(
      "Read as users · utf-8 · separator comma · 2 title lines · column names in line 3 · dates month first · amounts like 1,234.50",
    ),
  ).toBeTruthy();
  expect(
    screen.getByText(
      "Some dates can only be month first and some only day first: what can be either is read month first, what can not is left out. Say which under Dates.",
    ),
  ).toBeTruthy();
  const columns = within(screen.getByRole("table", { name: "Columns of customers.csv" }));
  expect(columns.getByText("•••-••-••••")).toBeTruthy();
  expect(columns.getByRole("combobox", { name: "What Soc. Sec. No. is" }).textContent).toContain("SSN");
  expect(columns.getByRole("combobox", { name: "What Region is" }).textContent).toContain("Ignore");
});

it("is not begun before the question about its amounts is answered", async () => {
  job = {
    ...PLANNED,
    plan: { ...PLAN, tables: PLAN.tables.map((table) => ({ ...table, asks: ["numbers"] })) },
  };
  open();
  const button = await screen.findByRole("button", { name: "Import…" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(
    screen.getAllByText(/^Amounts like 2\.000 can be two thousand or two dollars\./).length,
  ).toBeGreaterThan(0);
});

it("begins the plan that is shown, by its digest, once it is confirmed", async () => {
  const { user } = open();
  const sent: unknown[] = [];
  mockTrpc.mutation("imports.start", ({ input }) => {
    sent.push(input);
    job = { ...PLANNED, state: "RUNNING", plan: null };
    return { id: ID };
  });
  await user.click(await screen.findByRole("button", { name: "Import…" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/^1,380 customers are added and 5 completed\. Nothing is sent/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Import" }));
  expect(await screen.findByText("The import is under way.")).toBeTruthy();
  expect(sent).toMatchObject([{ id: ID, digest: "a".repeat(64) }]);
});

it("a column that was said to be another one has to be planned anew before it can be imported", async () => {
  const { user } = open();
  const sent = servePlans(begin);
  await user.click(await screen.findByRole("combobox", { name: "What Region is" }));
  await user.click(await screen.findByRole("option", { name: "State" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Import…" }).getAttribute("aria-disabled")).toBe("true"),
  );
  expect(screen.getByText("The reading options changed. Update the plan.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Update the plan" }));
  expect(await screen.findByText("The plan is being made.")).toBeTruthy();
  const tables = [{ place: "customers.csv", columns: [{ position: 2, field: "state" }] }];
  expect(sent).toEqual([{ ...PLANNED.settings, tables }]);
});

it("the line of the column names can be said, and one that is none is refused in its field", async () => {
  const { user } = open();
  const sent = servePlans(begin);
  const line = await screen.findByRole("textbox", { name: "Line with column names" });
  await user.type(line, "201");
  await user.click(screen.getByRole("button", { name: "Update the plan" }));
  expect(await screen.findByText("Enter a line from 1 to 200, or leave it empty to detect it.")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.clear(line);
  await user.type(line, "4");
  await user.click(screen.getByRole("button", { name: "Update the plan" }));
  expect(await screen.findByText("The plan is being made.")).toBeTruthy();
  expect(sent).toEqual([{ ...PLANNED.settings, headerLine: 4 }]);
});

it("a source that is no plain word is refused in its field, and nothing is sent", async () => {
  job = { ...PLANNED, state: "UPLOADED", settings: null, plan: null, planDigest: null, written: [] };
  const sent: unknown[] = [];
  mockTrpc.mutation("imports.plan", ({ input }) => {
    sent.push(input);
    return { id: ID };
  });
  const { user } = open();
  await user.type(await screen.findByRole("textbox", { name: "Source" }), "Old System");
  await user.click(screen.getByRole("button", { name: "Make the plan" }));
  expect(
    await screen.findByText("Use lower-case letters, digits and hyphens, at most 40, such as oldsystem."),
  ).toBeTruthy();
  expect(sent).toEqual([]);
});

it("tells how far it is while it runs, and can be paused and resumed", async () => {
  const counts = { ...PLAN.users, rows: 700, loaded: 690, refused: 0, customers: 0 };
  job = { ...PLANNED, state: "RUNNING", plan: null, progress: counts };
  const { user } = open();
  mockTrpc.mutation("imports.pause", () => {
    job = { ...job, state: "PAUSED" };
    return { id: ID };
  });
  mockTrpc.mutation("imports.resume", () => {
    job = { ...job, state: "RUNNING" };
    return { id: ID };
  });
  expect(
    await screen.findByText(/^The import is under way: 700 rows of customers read, 690 added/),
  ).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Pause" }));
  expect(await screen.findByText("Paused")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Resume" }));
  expect(await screen.findByText("Importing")).toBeTruthy();
});

it("says why an import stopped, and discards it when that is confirmed", async () => {
  job = { ...PLANNED, state: "FAILED", error: "ada@example.com is not the e-mail address of a SUPERADMIN." };
  const { user } = open();
  mockTrpc.mutation("imports.discard", () => {
    job = { ...job, state: "DISCARDED", plan: null, error: "" };
    return { id: ID };
  });
  expect(await screen.findByText(job.error)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Discard…" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText("Its files are deleted. Imported rows stay.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Discard" }));
  expect(await screen.findByText("Discarded")).toBeTruthy();
});

const COUNTS = {
  customers: 1_400,
  completed: 3,
  applications: 12,
  payments: 1,
  accounts: 0,
  cards: 0,
  notes: 2,
  remarks: 0,
  documents: 0,
  kept: 4,
};

it("an import is undone once what would go was looked at and confirmed, and who is kept can be had as a file", async () => {
  const undo = {
    state: "CHECKED",
    error: "",
    requestedBy: "ada@example.com",
    finishedAt: null,
    plan: null,
    progress: null,
    report: null,
  } satisfies Job["undo"];
  job = { ...PLANNED, state: "DONE", plan: null, written: [] };
  const { user } = open();
  const sent: unknown[] = [];
  mockTrpc.mutation("imports.undo", ({ input }) => {
    sent.push(input.step);
    job =
      input.step === "check"
        ? {
            ...job,
            undo: { ...undo, plan: COUNTS },
            written: [{ id: ID, kind: "FINDINGS", name: "not-undone.csv", sizeBytes: 90 }],
          }
        : { ...job, undo: { ...undo, state: "DONE", finishedAt: AT, plan: COUNTS, report: COUNTS } };
    return { id: ID };
  });
  await user.click(await screen.findByRole("button", { name: "Preview the undo" }));
  expect(
    await screen.findByText(
      "Can be undone: 1,400 customers are deleted; 3 customers are restored; with them 12 applications, 1 payment, 2 notes. 4 customers are kept, because they have later activity.",
    ),
  ).toBeTruthy();
  expect(screen.getByRole("button", { name: "Findings: not-undone.csv" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Undo…" }));
  const dialog = within(
    await screen.findByRole("alertdialog", { name: "Undo the import of customers.csv?" }),
  );
  expect(dialog.getByText(/^1,400 customers are deleted; .* 4 customers are kept/)).toBeTruthy();
  expect(sent).toEqual(["check"]);
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  expect(
    await screen.findByText(/^Undone on .* ET by ada@example\.com: 1,400 customers are deleted/),
  ).toBeTruthy();
  expect(sent).toEqual(["check", "begin"]);
});

it("the undo of an import under way can be paused and resumed", async () => {
  const undo = {
    state: "RUNNING",
    error: "",
    requestedBy: "ada@example.com",
    finishedAt: null,
    plan: COUNTS,
    progress: { ...COUNTS, customers: 700 },
    report: null,
  } satisfies Job["undo"];
  job = { ...PLANNED, state: "DONE", plan: null, written: [], undo };
  const { user } = open();
  mockTrpc.mutation("imports.undo", ({ input }) => {
    job = { ...job, undo: { ...undo, state: input.step === "pause" ? "PAUSED" : "RUNNING" } };
    return { id: ID };
  });
  expect(
    await screen.findByText(/^Being undone by ada@example\.com: 700 customers are deleted/),
  ).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Pause" }));
  expect(await screen.findByText(/^Undo paused by/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Resume" }));
  expect(await screen.findByText(/^Being undone by/)).toBeTruthy();
});

it("files that are chosen are sent to one import, which is opened", async () => {
  const sent: (string | null)[] = [];
  server.use(
    http.post("*/api/import-files", ({ request }) => {
      sent.push(request.headers.get("x-import-id"));
      return HttpResponse.json({ id: ID });
    }),
  );
  const { user } = open("/admin/settings/import");
  const file = (name: string) => new File(["Name\nAna\n"], name);
  await user.upload(await screen.findByLabelText("Files to import", { selector: "input" }), [
    file("a.csv"),
    file("b.csv"),
  ]);
  expect(await screen.findByText("How the files are read")).toBeTruthy();
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);
  expect(window.location.search).toBe(`?import=${sent[0]}`);
});

it("is for a SUPERADMIN alone", async () => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "ADMIN" }));
  open();
  expect(await screen.findByText("Only SUPERADMIN can do this.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Choose files" })).toBeNull();
});
