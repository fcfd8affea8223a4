import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import PaymentSummaryPage from "./payment-summary-page.tsx";
import type { BalanceSummary, LedgerLine, SummaryApplication } from "./use-summary.ts";

const anApplication = (changes: Partial<SummaryApplication> = {}): SummaryApplication => ({
  id: 812,
  createdAt: new Date("2026-09-20T15:00:00Z"),
  stage: "funded",
  isRenewed: false,
  fundedAt: new Date("2026-09-23T15:00:00Z"),
  contractSignedAt: null,
  approvedAmountCents: 500_000,
  paybackAmountCents: 650_000,
  paymentAmountCents: 54_167,
  discountAmountCents: 20_000,
  ofeeRate: "0.0725",
  ofeeCents: 36_250,
  termsCalculation: "12 weekly payments",
  fundsDispersedOption: "nextDayBankACH",
  disbursementFeeCents: 0,
  disbursementAmountCents: 463_750,
  firstPaymentDate: "2026-09-30",
  discountDate: "2026-12-18",
  lastPaymentDate: "2026-12-16",
  ...changes,
});

const SUMMARY: BalanceSummary = {
  balanceCents: 639_999,
  advancedCents: 650_000,
  paidCents: 10_001,
  returnedCents: 0,
  adjustedCents: 0,
  takenBackCents: 0,
  discountCents: 20_000,
  letOffCents: 0,
  discountDate: "2026-12-18",
  discountOf: 812,
  discount: { savingsCents: 20_000, balanceCents: 619_999 },
};

const aLine = (id: number): LedgerLine => ({
  id: String(id),
  transactionDate: "2026-11-20",
  transactionType: "CARD",
  customDescription: "Payment",
  last4: "4242",
  reference: `TX-${id}`,
  paymentId: "0190c1a0-0000-7000-8000-00000000000a",
  notes: null,
  amountCents: -10_001,
  balanceCents: 639_999,
});

type Page = { lines: LedgerLine[]; nextCursor: string | null; summary: BalanceSummary | null };

function setUp(at = "", pages: Record<string, Page> = {}) {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("loans.paymentSummary", ({ input }) => {
    if (input.userId === 999) throw mockTrpc.refusal("NOT_FOUND", { message: "There is no customer 999." });
    return {
      customer: {
        id: input.userId,
        firstname: "Maria",
        lastname: "Delgado",
        businessName: "",
        state: "OH",
        platform: "Uber",
        channel: "Partner",
        partnerName: "North Partners",
        refUserId: null,
        renewalUserId: null,
      },
      applications: [anApplication(), anApplication({ id: 700, fundedAt: null, stage: "declined" })],
    };
  });
  mockTrpc.query("loans.ledger", ({ input }) => {
    if (input.userId === 999) throw mockTrpc.refusal("NOT_FOUND", { message: "There is no customer 999." });
    return pages[input.cursor ?? ""] ?? { lines: [aLine(2)], nextCursor: null, summary: SUMMARY };
  });
  return renderPage(<PaymentSummaryPage />, { at: `/admin/payment-summary${at}` });
}

const region = async (name: string) => within(await screen.findByRole("region", { name }));

/** Names and values of a section. */
const facts = async (name: string) => {
  const terms = (await region(name)).getAllByRole("term");
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]));
};

it.each([
  ["4821x", "Invalid User ID: 4821x"],
  ["  ", "Please Input User Id!"],
  ["1 2", "Enter one user id."],
])("%j is no user id, and nothing is asked", async (text, problem) => {
  const { user } = setUp();
  await user.type(screen.getByLabelText("User Id"), `${text}{Enter}`);
  expect((await screen.findByRole("alert")).textContent).toBe(problem);
  expect(address()).toBe("/admin/payment-summary");
});

it("an address whose id is none says so in the field", async () => {
  setUp("?id=abc");
  expect((await screen.findByRole("alert")).textContent).toBe("Invalid User ID: abc");
  expect(screen.getByLabelText<HTMLInputElement>("User Id").value).toBe("abc");
});

it("an id is cut at its suffix as on the other screens, and its user goes into the address", async () => {
  const { user } = setUp();
  await user.type(screen.getByLabelText("User Id"), "10001-2{Enter}");
  expect(await screen.findByText("Maria Delgado")).toBeTruthy();
  expect(address()).toBe("/admin/payment-summary?id=10001");
  expect(document.activeElement).toBe(screen.getByLabelText("User Id"));
});

it("a user who does not exist is said, and another can be looked up", async () => {
  const { user } = setUp("?id=999");
  expect((await screen.findByRole("alert")).textContent).toContain("There is no customer 999.");
  await user.clear(screen.getByLabelText("User Id"));
  await user.type(screen.getByLabelText("User Id"), "10001{Enter}");
  expect(await screen.findByText("Maria Delgado")).toBeTruthy();
});

it("shows how the balance comes about, and what paying it now would save", async () => {
  setUp("?id=10001");
  await screen.findByText("Maria Delgado");
  expect(await facts("Balance")).toMatchObject({
    "Advanced, to be paid back": "$6,500.00",
    "Total Received": "−$100.01",
    "Total Returned": "$0.00",
    "Balance Amount": "$6,399.99",
    "Discount Savings": "$200.00",
    "Discount Balance": "$6,199.99",
  });
});

it("shows the newest application unless the address chooses another one of the user", async () => {
  setUp("?id=10001&application=700");
  await screen.findByText("Maria Delgado");
  expect((await facts("Application"))["Application Id"]).toBe("700");
});

it("an application of somebody else in the address is not shown", async () => {
  setUp("?id=10001&application=5");
  await screen.findByText("Maria Delgado");
  expect((await facts("Application"))["Application Id"]).toBe("812");
});

it("the ledger goes on below its last line, a debit and a credit in columns of their own", async () => {
  const advance = { ...aLine(1), transactionType: "FUND", amountCents: 650_000, balanceCents: 650_000 };
  let isDown = true;
  const { user } = setUp("?id=10001", {
    "": { lines: [aLine(2)], nextCursor: "2", summary: SUMMARY },
    get "2"() {
      if (isDown) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
      return { lines: [advance], nextCursor: null, summary: null };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  const again = await screen.findByRole("button", { name: "Retry" });
  expect((await facts("Balance"))["Balance Amount"]).toBe("$6,399.99");
  isDown = false;
  await user.click(again);
  await screen.findByText("All 2 shown");
  const rows = within(screen.getByRole("table", { name: "Ledger" }))
    .getAllByRole("row")
    .slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole("cell")
        .slice(3)
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ["•••• 4242", "TX-2", "—none", "—none", "$100.01", "$6,399.99"],
    ["•••• 4242", "TX-1", "—none", "$6,500.00", "—none", "$6,500.00"],
  ]);
});

it("a part of the balance opens the lines it is made of, and all of them again", async () => {
  const parts: unknown[] = [];
  const { user } = setUp("?id=10001");
  mockTrpc.query("loans.ledger", ({ input }) => {
    parts.push(input.part);
    return { lines: [aLine(7)], nextCursor: null, summary: SUMMARY };
  });
  await user.click(await screen.findByRole("button", { name: "Total Received: −$100.01" }));
  await waitFor(() => expect(parts.at(-1)).toBe("paid"));
  expect(address()).toBe("/admin/payment-summary?id=10001&part=paid");
  await user.click(await screen.findByRole("button", { name: "Only: Total Received · Show all" }));
  await waitFor(() => expect(address()).toBe("/admin/payment-summary?id=10001"));
});

const centsOf = (text: string | null | undefined): number =>
  Math.round(Number((text ?? "").replace("−", "-").replaceAll(/[$,]/g, "")) * 100);

it.each([
  ["Discount Savings", SUMMARY],
  ["Discount Balance", SUMMARY],
  [
    "Discount Savings",
    { ...SUMMARY, letOffCents: 5_000, discount: { savingsCents: 15_000, balanceCents: 624_999 } },
  ],
  [
    "Discount Savings",
    {
      ...SUMMARY,
      balanceCents: 15_000,
      paidCents: 635_000,
      discount: { savingsCents: 15_000, balanceCents: 0 },
    },
  ],
  [
    "Discount Balance",
    {
      ...SUMMARY,
      balanceCents: 15_000,
      paidCents: 635_000,
      discount: { savingsCents: 15_000, balanceCents: 0 },
    },
  ],
])("%s opens the lines that it comes to, each with what it opens", async (name, summary) => {
  const { user } = setUp("?id=10001", { "": { lines: [aLine(2)], nextCursor: null, summary } });
  const figure = await screen.findByRole("button", { name: new RegExp(`^${name}: `) });
  await user.click(figure);
  const table = within(await screen.findByRole("table", { name }));
  const cells = table
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell"));
  const amounts = cells.map(([, amount]) => centsOf(amount?.textContent));
  const whole = amounts.pop();
  expect(amounts.reduce((sum, cents) => sum + cents, 0)).toBe(whole);
  expect(whole).toBe(centsOf(figure.textContent));
  expect(screen.getByRole("link", { name: "application #812" }).getAttribute("href")).toBe(
    "/admin/application-detail?id=812",
  );
  if (name === "Discount Savings") return;
  await user.click(table.getByRole("button", { name: "Total Received" }));
  await waitFor(() => expect(address()).toBe("/admin/payment-summary?id=10001&part=paid"));
});

it("names every fact of the user and of the application", async () => {
  setUp("?id=10001");
  await screen.findByText("Maria Delgado");
  expect(Object.keys(await facts("User"))).toEqual(
    expect.arrayContaining(["First Name", "Last Name", "State", "Channel", "Partner", "Renewal User Id"]),
  );
  expect(Object.keys(await facts("Application and fees"))).toEqual(
    expect.arrayContaining([
      ...["Renewed", "Contract Signed", "Funded Date"],
      ...["Approved Amount", "Ofee Amount", "Disbursement Fee", "Disbursement Amount"],
      ...["Payback Amount", "Payment Amount", "Payment Terms", "Discount Amount"],
      ...["First Payment Date", "Discount Date", "Last Payment Date"],
    ]),
  );
});

it("a ledger that could not be loaded says so in the balance, and Retry loads it", async () => {
  const { user } = setUp("?id=10001");
  mockTrpc.query("loans.ledger", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const balance = await region("Balance");
  expect((await balance.findByRole("alert")).textContent).toContain("Something went wrong");
  mockTrpc.query("loans.ledger", () => ({ lines: [aLine(2)], nextCursor: null, summary: SUMMARY }));
  await user.click(balance.getByRole("button", { name: "Retry" }));
  await waitFor(async () => expect((await facts("Balance"))["Balance Amount"]).toBe("$6,399.99"));
});
