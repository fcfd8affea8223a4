import { centsToInput } from "@countinghouse/validators/money";
import { addDays } from "@countinghouse/validators/new-york";
import { stringify } from "csv-stringify/sync";
import * as fc from "fast-check";

const cents = fc.integer({ min: 1, max: 500_000 });
const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays("2025-10-01", days));

/** What a lender may know of a customer, money in cents. */
const CUSTOMER = fc.record({
  advances: fc.array(
    fc.record({
      payback: fc.integer({ min: 1_000, max: 500_000 }),
      isFunded: fc.boolean(),
      fundedOn: day,
      instalments: fc.integer({ min: 0, max: 6 }),
      optimized: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  payments: fc.array(
    fc.record({
      amount: cents,
      paidOn: day,
      isCredit: fc.boolean(),
      outcome: fc.constantFrom("", "paid", "failed", "returned"),
      appliesTo: fc.constantFrom("", "oldest", "newest"),
      description: fc.constantFrom("", "=1+1", "'=x", "Paid at the desk", "two\nlines", "-5"),
    }),
    { maxLength: 6 },
  ),
  hasBalance: fc.boolean(),
  opening: fc.integer({ min: -100_000, max: 500_000 }),
  note: fc.constantFrom("", "Called.\nWill pay.", "+1 promise", "“Café”"),
});

/** The sheets of a random book as CSV texts, and what each customer owes in cents by the id there; nothing where no money is. */
export interface RandomBook {
  sheets: Record<string, string>;
  owedCents: Map<string, number>;
}

/** Draws a book of some customers; the same for the same seed. */
export function randomBook(seed: number, customers: number): RandomBook {
  const drawn = fc.sample(CUSTOMER, { seed, numRuns: customers });
  const rows: Record<string, string[][]> = {
    users: [["Customer ID", "First Name", "Last Name", "Email", "SSN", "Balance"]],
    applications: [
      ["Application ID", "Customer ID", "Stage", "Approved Amount", "Payback Amount", "Funded On"],
    ],
    offers: [["Application ID", "Optimized", "Approved Amount", "Payback Multiplier", "Selected"]],
    schedules: [["Application ID", "Due On", "Amount"]],
    payments: [
      ["Payment ID", "Customer ID", "Paid On", "Amount", "Type", "Outcome", "Applies To", "Description"],
    ],
    accounts: [["Customer ID", "Bank", "Routing Number", "Account Number", "Primary"]],
    cards: [["Customer ID", "Token", "Last 4", "Expiry", "Primary"]],
    notes: [["Note ID", "Customer ID", "Written On", "Note"]],
    remarks: [["Customer ID", "Remark Date", "Category", "Note"]],
  };
  const owedCents = new Map<string, number>();
  for (const [index, customer] of drawn.entries()) {
    const id = `C${index}`;
    let owed = 0;
    for (const [nth, advance] of customer.advances.entries()) {
      const application = `${id}-A${nth}`;
      const { payback, instalments, isFunded, fundedOn } = advance;
      const dollars = centsToInput(payback);
      rows.applications?.push([
        application,
        id,
        isFunded ? "funded" : "offered",
        dollars,
        dollars,
        isFunded ? fundedOn : "",
      ]);
      rows.offers?.push([application, advance.optimized ? "yes" : "no", dollars, "1.25", "yes"]);
      const each = Math.floor(payback / Math.max(instalments, 1));
      for (let due = 1; due <= instalments; due++)
        rows.schedules?.push([
          application,
          addDays(fundedOn, due * 7),
          centsToInput(due < instalments ? each : payback - each * (instalments - 1)),
        ]);
      if (isFunded) owed += payback;
    }
    for (const [nth, payment] of customer.payments.entries()) {
      const { amount, paidOn, isCredit, outcome, appliesTo, description } = payment;
      rows.payments?.push([
        `${id}-P${nth}`,
        id,
        paidOn,
        centsToInput(amount),
        isCredit ? "CREDIT" : "DEBIT",
        outcome,
        appliesTo,
        description,
      ]);
      if (outcome === "" || outcome === "paid") owed += isCredit ? amount : -amount;
    }
    const hasNoPayments = customer.payments.length === 0;
    const balance = hasNoPayments && customer.hasBalance ? customer.opening : owed;
    const isGiven = customer.hasBalance;
    rows.users?.push([
      id,
      "Ana",
      `Diaz ${index}`,
      `c${index}@example.com`,
      `8001${String(index + 1).padStart(5, "0")}`,
      isGiven ? centsToInput(balance) : "",
    ]);
    rows.accounts?.push([id, "First", "021000021", `00012345${index}`, "yes"]);
    rows.cards?.push([id, `tok_${index}`, "4242", "0827", "yes"]);
    if (customer.note) rows.notes?.push([`${id}-N`, id, "2026-09-01", customer.note]);
    rows.remarks?.push([id, "2026-09-01", "Bankruptcy", customer.note || "Chapter 7"]);
    owedCents.set(id, balance);
  }
  const sheets = Object.entries(rows).map(([sheet, lines]) => [sheet, stringify(lines)]);
  return { sheets: Object.fromEntries(sheets) as Record<string, string>, owedCents };
}
