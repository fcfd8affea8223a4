import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import AuditPage from "./audit-page.tsx";

const EVENT = {
  id: "41",
  at: new Date("2026-11-20T16:40:00Z"),
  actor: `admin:${ADMIN.id}`,
  adminName: ADMIN.fullName,
  adminEmail: ADMIN.email,
  action: "users.edit",
  subjectType: "user",
  subjectId: "10001",
  subjectName: null,
  before: { city: "Brooklyn", approvedAmountCents: 100_000, ssn: "sealed:aa" },
  after: { city: "Queens", approvedAmountCents: 125_000, ssn: "sealed:bb" },
  requestId: "0190c1a0-0000-7000-8000-0000000000b1",
  user: { id: 10_001, name: "Maria Delgado" },
  batch: null,
};
const JOB = {
  ...EVENT,
  id: "40",
  actor: "job:bulk",
  adminName: null,
  adminEmail: null,
  action: "bulkJobs.run.BULK_DEBIT",
  subjectType: "bulk-batch",
  subjectId: "0190c1a0-0000-7000-8000-0000000000c7",
  before: null,
  after: { amountCents: 7_550 },
  user: null,
  batch: {
    id: "0190c1a0-0000-7000-8000-0000000000c7",
    kind: "BULK_DEBIT",
    version: 2,
    requestedAt: new Date("2026-11-20T16:00:00Z"),
  } as const,
};

const asked: RouterInputs["audit"]["list"][] = [];

beforeEach(() => {
  asked.length = 0;
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "AUDITOR" }));
  mockTrpc.query("audit.filters", () => ({
    admins: [{ id: ADMIN.id, fullName: ADMIN.fullName, email: ADMIN.email }],
    actions: ["notes.create", "users.edit"],
  }));
  mockTrpc.query("audit.list", ({ input }) => {
    asked.push(input);
    return { events: [EVENT, JOB], nextCursor: null };
  });
});

const open = (search = "") => renderPage(<AuditPage />, { at: `/admin/audit${search}` });

describe("the audit", () => {
  it("says of each event when, who, what and whom, and leads to its subject", async () => {
    open();
    const row = within(
      (await screen.findByText("Ada Keller edited Maria Delgado")).closest("tr") as HTMLElement,
    );
    expect(row.getByText("2026-11-20 11:40:00")).toBeTruthy();
    expect(row.getByText("Ada Keller")).toBeTruthy();
    expect(row.getByRole("link", { name: "User 10001" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001",
    );
    const job = within(screen.getByText("The bulk job ran Bulk Debit Payment").closest("tr") as HTMLElement);
    expect(job.getByText("Job bulk")).toBeTruthy();
    expect(job.getByText("$75.50")).toBeTruthy();
    expect(job.getByRole("link", { name: /^Batch/ }).getAttribute("href")).toBe(
      `/admin/bulk-debit-payment-v2?batch=${JOB.subjectId}`,
    );
  });

  it("asks for what its address says", async () => {
    open(`?who=${ADMIN.id}&what=users&user=10001&from=2026-11-01&to=2026-11-20`);
    await screen.findByText("Ada Keller edited Maria Delgado");
    expect(asked.at(-1)).toMatchObject({
      who: ADMIN.id,
      what: "users",
      userId: 10_001,
      from: "2026-11-01",
      to: "2026-11-20",
      of: null,
    });
  });

  it("shows changes at first, and reads as well once they are asked for", async () => {
    const { user } = open();
    await screen.findByText("Ada Keller edited Maria Delgado");
    expect(asked.at(-1)?.show).toBe("changes");
    await user.click(screen.getByLabelText("Show"));
    await user.click(await screen.findByRole("option", { name: "Changes and reads" }));
    await waitFor(() => expect(asked.at(-1)?.show).toBe("all"));
    expect(address()).toBe("/admin/audit?show=all");
  });

  it("of one thing is its history, until everything is asked for", async () => {
    const { user } = open(`?type=note&id=${EVENT.requestId}`);
    await screen.findByText("Ada Keller edited Maria Delgado");
    expect(asked.at(-1)?.of).toEqual({ type: "note", id: EVENT.requestId });
    await user.click(screen.getByRole("button", { name: /^History of note/ }));
    await waitFor(() => expect(asked.at(-1)?.of).toBeNull());
    expect(address()).toBe("/admin/audit");
  });

  it("is narrowed by what is chosen and typed, which its address then says", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("combobox", { name: "Action" }));
    await user.click(await screen.findByRole("option", { name: "Created a note" }));
    await waitFor(() => expect(address()).toBe("/admin/audit?what=notes.create"));
    await user.type(screen.getByLabelText("User id"), "10x");
    expect(screen.getByText("The user id is a number.", { selector: "p" })).toBeTruthy();
    await user.clear(screen.getByLabelText("User id"));
    await user.type(screen.getByLabelText("User id"), "10001{Enter}");
    await waitFor(() => expect(address()).toBe("/admin/audit?what=notes.create&user=10001"));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ what: "notes.create", userId: 10_001 }));
  });

  it("saves the events that are selected, or all that match but those let go of, as a file", async () => {
    const saved: string[] = [];
    server.use(
      http.post("*/api/exports/audit", ({ request }) => {
        const { searchParams } = new URL(request.url);
        if (searchParams.get("form") === "description")
          return HttpResponse.json({ rows: searchParams.has("only") ? 1 : 7, columns: ["Event"] });
        saved.push(searchParams.toString());
        // A file would lead the page away, which other tests still need.
        return HttpResponse.json({ message: "Enough." }, { status: 503 });
      }),
    );
    const { user } = open("?what=users");
    await user.click(await screen.findByRole("checkbox", { name: "Select event 41" }));
    const bar = within(await screen.findByRole("region", { name: "Selection" }));
    const save = async () => {
      await user.click(bar.getByRole("button", { name: "Export" }));
      const dialog = within(await screen.findByRole("dialog"));
      await user.click(await dialog.findByRole("button", { name: "Save as CSV", description: "" }));
    };
    await save();
    await user.click(await bar.findByRole("button", { name: "Select all 7 that match" }));
    await user.click(await screen.findByRole("checkbox", { name: "Select event 40" }));
    expect(await bar.findByText("6 selected")).toBeTruthy();
    await save();
    await waitFor(() =>
      expect(saved).toEqual([
        "who=&what=users&show=changes&from=&to=&only=41",
        "who=&what=users&show=changes&from=&to=&except=40",
      ]),
    );
  });

  it("opens an event: each value before and after by the name of its field, no secret", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Ada Keller edited Maria Delgado" }));
    const drawer = within(await screen.findByRole("dialog", { name: "Ada Keller edited Maria Delgado" }));
    const changes = within(drawer.getByRole("table", { name: "What changed" }));
    expect(changes.getByRole("row", { name: "City Brooklyn Queens" })).toBeTruthy();
    expect(changes.getByRole("row", { name: "Approved amount $1,000.00 $1,250.00" })).toBeTruthy();
    expect(changes.getByRole("row", { name: "SSN not shown not shown" })).toBeTruthy();
    expect(address()).toBe("/admin/audit?event=41");
    expect(asked.at(-1)).toMatchObject({ cursor: "42", limit: 1 });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(address()).toBe("/admin/audit"));
  });

  it("that nothing matches says so, and clears its filters", async () => {
    mockTrpc.query("audit.list", () => ({ events: [], nextCursor: null }));
    const { user } = open("?what=users.edit");
    expect(await screen.findByText("No event matches")).toBeTruthy();
    await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
    expect(await screen.findByText("No events yet")).toBeTruthy();
  });

  it.each(["EMPLOYEE", "VIEWER"] as const)("is not shown to the role %s", async (role) => {
    mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
    open();
    expect(await screen.findByText("Only SUPERADMIN, ADMIN or AUDITOR can do this.")).toBeTruthy();
    expect(asked).toEqual([]);
  });
});
