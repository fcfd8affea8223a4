import type { RouterInputs } from "@countinghouse/api";
import { APPROVAL_TEXTS } from "@countinghouse/validators/approvals/rules";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Approval, WholeApproval } from "@/components/approvals/approval.ts";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import ApprovalsPage from "./approvals-page.tsx";
import { likeItems } from "./approve-several.tsx";

const ID = "0190c1a0-0000-7000-8000-0000000000a1";
const HASH = "a".repeat(64);

const anApproval = (changed: Partial<Approval> = {}): Approval => ({
  id: ID,
  action: "payments.run",
  title: "FUND of $12,000.00 to •••• 4242",
  reasons: ["Pay out: more than $10,000.00."],
  state: "WAITING",
  message: "",
  userId: 10_001,
  userName: "Maria Delgado",
  amountCents: 1_200_000,
  effectHash: HASH,
  createdAt: new Date("2026-11-20T16:40:00Z"),
  expiresAt: new Date("2026-11-23T16:40:00Z"),
  decidedAt: null,
  decidedBy: null,
  makerId: "0190c1a0-0000-7000-8000-0000000000e1",
  madeBy: "Ben Ortiz",
  isMine: false,
  whyNotDecide: null,
  ...changed,
});

const standing = { doNotFund: false, alloyStatus: "Approved", schedule: [] };
const whole = (changed: Partial<Approval> = {}): WholeApproval => ({
  ...anApproval(changed),
  effect: {
    before: { ...standing, balanceCents: 0, stage: "contracted" },
    after: {
      ...standing,
      balanceCents: 1_500_000,
      stage: "funded",
      schedule: [{ paymentDate: "2026-12-01", amountCents: 50_000, paidCents: 0, status: "UNPAID" }],
    },
    rows: [],
    ledger: [{ account: "receivable:10001", amountCents: 1_500_000 }],
    outside: [{ topic: "LEDGER_SHEET", message: { sheet: "Payments", row: { cells: ["FUND", -12_000] } } }],
    changes: [{ before: { balanceCents: 0 }, after: { mode: "FUND" } }],
  },
});

let items: Approval[];
beforeEach(() => {
  items = [anApproval()];
  mockTrpc.query("approvals.list", () => ({ items, total: items.length }));
  mockTrpc.query("approvals.get", () => whole(items[0]));
});

function openPage(role: Role = "ADMIN", at = "/admin/approvals") {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  return renderPage(<ApprovalsPage />, { at });
}

it("shows each waiting request with its reason, its amount and its maker", async () => {
  openPage();
  const row = within(await screen.findByRole("row", { name: /FUND of/ }));
  for (const text of ["Pay out: more than $10,000.00.", "Ben Ortiz", "$12,000.00", "Waiting"])
    expect(row.getByText(text)).toBeTruthy();
});

it("opens the first request with a key, shows its effect and amount, and approves exactly this effect", async () => {
  const sent: RouterInputs["approvals"]["approve"][] = [];
  mockTrpc.mutation("approvals.approve", ({ input }) => {
    sent.push(input);
    return { approvalId: ID, state: "DONE" as const, result: null };
  });
  const { user } = openPage();
  await screen.findByRole("row", { name: /FUND of/ });
  await user.keyboard("n");
  const sheet = within(await screen.findByRole("dialog"));
  for (const text of [
    "$0.00 → $15,000.00",
    "contracted → funded",
    "none → $500.00, $0.00 paid",
    "receivable:10001",
  ])
    expect(await sheet.findByText(text)).toBeTruthy();
  expect(address()).toBe(`/admin/approvals?approval=${ID}`);
  await user.click(sheet.getByRole("button", { name: "Approve $12,000.00" }));
  expect(await screen.findByText("Approved and completed.")).toBeTruthy();
  expect(sent).toEqual([
    { approvalId: ID, effectHash: HASH, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
});

it("shows the given reason, and links to each customer of a batch", async () => {
  const { effect, ...rest } = whole();
  const changes = [{ before: null, after: { alloyStatus: "Approved", reason: "Proven by phone." } }];
  const rows = [{ userId: 10_002, amountCents: 12_345 }];
  mockTrpc.query("approvals.get", () => ({ ...rest, effect: { ...effect, changes, rows } }));
  openPage("ADMIN", `/admin/approvals?approval=${ID}`);
  const sheet = within(await screen.findByRole("dialog"));
  const given = (await sheet.findByText("Reason given")).parentElement as HTMLElement;
  expect(within(given).getByText("Proven by phone.")).toBeTruthy();
  expect(sheet.getByRole("link", { name: "10002" }).getAttribute("href")).toBe("/admin/user-detail?id=10002");
});

it("shows in the sheet why an approval failed", async () => {
  mockTrpc.mutation("approvals.approve", () => {
    throw mockTrpc.refusal("CONFLICT", { message: "Changed since approval." });
  });
  const { user } = openPage("ADMIN", `/admin/approvals?approval=${ID}`);
  await user.click(await screen.findByRole("button", { name: "Approve $12,000.00" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Changed since approval.");
});

it("lets the maker withdraw the request, but not decide it", async () => {
  items = [anApproval({ isMine: true, whyNotDecide: "You requested this. Another admin must decide it." })];
  openPage("ADMIN", `/admin/approvals?approval=${ID}`);
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByRole("button", { name: "Withdraw" })).toBeTruthy();
  expect(sheet.getByRole("button", { name: "Approve $12,000.00" }).getAttribute("aria-disabled")).toBe(
    "true",
  );
});

it("approves several requests of one kind once their number is typed", async () => {
  items = ["a1", "a2", "a3"].map((end) => anApproval({ id: ID.replace(/a1$/, end) }));
  const sent: RouterInputs["approvals"]["approveMany"][] = [];
  mockTrpc.mutation("approvals.approveMany", ({ input }) => {
    sent.push(input);
    return input.items.map(({ approvalId }) => ({ approvalId, whyNot: null }));
  });
  const { user } = openPage();
  await screen.findAllByRole("row", { name: /FUND of/ });
  await user.click(screen.getByRole("button", { name: "Approve several" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByRole("button", { name: "Approve" }).getAttribute("aria-disabled")).toBe("true");
  await user.type(question.getByLabelText("Type the number: 3"), "3");
  await user.click(question.getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(sent.map(({ typedCount }) => typedCount)).toEqual([3]));
  expect(await screen.findByText("3 of 3 were approved and completed.")).toBeTruthy();
});

it("approves the selected requests once their number is typed, if they are of one kind", async () => {
  items = [
    anApproval(),
    anApproval({ id: ID.replace(/a1$/, "a2"), userId: 10_002 }),
    anApproval({ id: ID.replace(/a1$/, "a3"), action: "loans.return", title: "Loan return", userId: null }),
  ];
  const sent: RouterInputs["approvals"]["approveMany"][] = [];
  mockTrpc.mutation("approvals.approveMany", ({ input }) => {
    sent.push(input);
    return input.items.map(({ approvalId }) => ({ approvalId, whyNot: null }));
  });
  const { user } = openPage();
  const box = (name: string) => screen.findByRole("checkbox", { name: `Select ${name}` });
  await user.click(await box("FUND of $12,000.00 to •••• 4242 of user 10001"));
  await user.click(await box("Loan return"));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  expect(
    await bar.findByRole("button", { name: "Approve selected", description: APPROVAL_TEXTS.unlike }),
  ).toBeTruthy();
  await user.click(await box("Loan return"));
  await user.click(await box("FUND of $12,000.00 to •••• 4242 of user 10002"));
  expect(bar.getByText("2 selected")).toBeTruthy();
  await user.click(bar.getByRole("button", { name: "Approve selected" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.type(question.getByLabelText("Type the number: 2"), "2");
  await user.click(question.getByRole("button", { name: "Approve" }));
  await waitFor(() =>
    expect(sent.map((each) => each.items.map(({ approvalId }) => approvalId))).toEqual([
      items.slice(0, 2).map(({ id }) => id),
    ]),
  );
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
});

it("groups requests of one kind that the admin may decide", () => {
  const other = anApproval({ action: "loans.return" });
  const own = anApproval({ whyNotDecide: "You asked for this." });
  expect(likeItems([anApproval(), other, own])).toEqual([]);
  expect(likeItems([anApproval(), other, own, anApproval()])).toHaveLength(2);
});

it("a list that fails to load does not claim to be empty", async () => {
  mockTrpc.query("approvals.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  openPage();
  expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
  const description = "The list is still loading.";
  expect(screen.getByRole("button", { name: "Review next", description })).toBeTruthy();
  expect(screen.queryByText("No request here is waiting for you.")).toBeNull();
});
