import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { ExplainBalance } from "./explain-balance.tsx";

const PAYMENT = "0190c1a0-0000-7000-8000-0000000000aa";
const ENTRIES = [
  {
    id: "1",
    date: "2026-11-01",
    what: "Disbursement",
    notes: "Application 501",
    paymentId: null,
    part: "advanced",
    amountCents: 650_000,
    balanceCents: 650_000,
  },
  {
    id: "2",
    date: "2026-11-19",
    what: "Payment",
    notes: null,
    paymentId: PAYMENT,
    part: "paid",
    amountCents: -10_001,
    balanceCents: 639_999,
  },
] as const;

const TERMS = {
  applicationId: 501,
  approvedCents: 500_000,
  paybackCents: 650_000,
  paymentCents: 32_500,
  discountCents: null,
  disbursementCents: 463_750,
  disbursementFeeCents: 0,
  ofeeRate: "0.0725",
  firstPaymentDate: "2026-11-19",
  discountDate: null,
  lastPaymentDate: "2027-04-01",
  stage: "funded",
};
const NOW = {
  schedule: [{ id: 1, paymentDate: "2026-11-19", amountCents: 32_500, paidCents: 10_001 }],
  terms: TERMS,
};
const THEN = {
  schedule: [{ id: 2, paymentDate: "2026-11-17", amountCents: 30_000, paidCents: 0 }],
  terms: { ...TERMS, paybackCents: 600_000 },
};
const NOTHING = { schedule: [], terms: null };

let asked: (string | null)[];
beforeEach(() => {
  signIn();
  asked = [];
  mockTrpc.query("loans.explainBalance", ({ input: { asOf } }) => {
    asked.push(asOf);
    const entries = asOf === null ? [...ENTRIES] : ENTRIES.slice(0, 1);
    return {
      asOf,
      balanceCents: entries.at(-1)?.balanceCents ?? 0,
      entries,
      earlier: { count: 0, cents: 0 },
      ...(asOf === null ? NOW : THEN),
    };
  });
});

async function open() {
  const { user } = renderPage(<ExplainBalance userId={10_001} name="Maria Delgado" />);
  await user.click(screen.getByRole("button", { name: "Explain this balance" }));
  const table = within(await screen.findByRole("table", { name: "Explain this balance" }));
  const rows = () =>
    table
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      );
  return { user, table, rows };
}

it("tells each entry with its reason and what was owed after it, up to the balance", async () => {
  const { rows, table } = await open();
  expect(screen.getByText("Maria Delgado #10001")).toBeTruthy();
  expect(screen.getByText("$6,399.99", { selector: "strong" })).toBeTruthy();
  expect(rows()).toEqual([
    ["2026-11-01", "DisbursementAdvanced: to be paid back · Application 501", "+$6,500.00", "$6,500.00"],
    ["2026-11-19", "PaymentPaid: owed no more", "−$100.01", "$6,399.99"],
  ]);
  expect(table.getByRole("link", { name: "Payment" }).getAttribute("href")).toContain(PAYMENT);
});

it("tells what was owed at the end of a day of the past", async () => {
  const { user } = await open();
  const day = screen.getByLabelText("As of");
  await user.clear(day);
  await user.type(day, "20261110");
  expect(await screen.findByText(/Owed at the end of 2026-11-10/)).toBeTruthy();
  const schedule = within(screen.getByRole("region", { name: "Payment dates" }));
  expect(schedule.getByRole("row").textContent).toBe("2026-11-17$300.00unpaid");
  expect(within(screen.getByRole("region", { name: "Terms" })).getByText("$6,000.00")).toBeTruthy();
  expect(asked).toEqual([null, "2026-11-10"]);
});

it("tells older entries as one sum, and that there was nothing", async () => {
  mockTrpc.query("loans.explainBalance", () => ({
    asOf: null,
    balanceCents: 639_999,
    entries: [ENTRIES[1]],
    earlier: { count: 1200, cents: 650_000 },
    ...NOTHING,
  }));
  const { rows } = await open();
  expect(rows()[0]).toEqual(["1,200 earlier entries", "$6,500.00", "$6,500.00"]);
});

it("says why it can not be told, and asks again on request", async () => {
  mockTrpc.query("loans.explainBalance", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const { user } = renderPage(<ExplainBalance userId={10_001} />);
  await user.click(screen.getByRole("button", { name: "Explain this balance" }));
  expect(await screen.findByText("Something went wrong")).toBeTruthy();
  mockTrpc.query("loans.explainBalance", () => ({
    asOf: null,
    balanceCents: 0,
    entries: [],
    earlier: { count: 0, cents: 0 },
    ...NOTHING,
  }));
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("The ledger had no entries then.")).toBeTruthy();
});
