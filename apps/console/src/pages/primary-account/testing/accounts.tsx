import type { RouterInputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import PrimaryAccountPage from "../primary-account-page.tsx";
import type { Account } from "../use-accounts.ts";
import type { Card } from "../use-cards.ts";

export const USER_ID = 10_001;

export const anAccount = (changes: Partial<Account> = {}): Account => ({
  id: 11,
  bankLinkId: 7,
  providerAccountId: "acc-11-x9y8z7",
  last4: "6789",
  name: "Plaid Checking",
  type: "depository",
  subtype: "checking",
  routing: "021000021",
  source: "plaid",
  verification: "VERIFIED_OPEN",
  enabled: true,
  isPrimary: false,
  isManuallyAdded: false,
  isImported: false,
  institutionName: "Tartan Bank",
  ...changes,
});

export const aCard = (changes: Partial<Card> = {}): Card => ({
  id: 1,
  last4: "4242",
  expiry: "1230",
  cardName: "Maria Delgado",
  issuer: "VISA",
  verifyType: "Debit",
  verifyFund: "Immediate",
  mid: "5180012",
  status: "ACTIVE",
  isPrimary: false,
  account: "cd-1",
  isImported: false,
  ...changes,
});

const ACCOUNTS = [
  anAccount({ isPrimary: true }),
  anAccount({ id: 12, last4: "9001", name: "Plaid Saving", subtype: "savings" }),
  anAccount({ id: 13, last4: "1123", name: "Old Account", enabled: false }),
];
const LOST = [anAccount({ id: 14, last4: "5005", name: "Lost Account" })];
const CARDS = [
  aCard({ isPrimary: true }),
  aCard({ id: 2, last4: "1881" }),
  aCard({ id: 3, last4: "0005", expiry: "0120", status: "INACTIVE" }),
];

type Rows = { role?: Role; active?: Account[]; lost?: Account[]; cards?: Card[] };

type Sent = {
  setEnabled: RouterInputs["bankAccounts"]["setEnabled"][];
  makePrimary: RouterInputs["bankAccounts"]["makePrimary"][];
  setStatus: RouterInputs["cards"]["setStatus"][];
  addLostManually: RouterInputs["bankAccounts"]["addLostManually"][];
  makeCardPrimary: RouterInputs["cards"]["makePrimary"][];
};

/** Opens the page for an admin of this role over rows that can be changed. Returns with it what was sent. */
export function openAccounts({
  role = "EMPLOYEE",
  active = ACCOUNTS,
  lost = LOST,
  cards = CARDS,
}: Rows = {}) {
  signIn();
  const rows = { active, lost, cards };
  const sent: Sent = {
    setEnabled: [],
    makePrimary: [],
    setStatus: [],
    addLostManually: [],
    makeCardPrimary: [],
  };
  mockTrpc.query("debitControl.ofUser", () => []);
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("bankAccounts.owner", () => ({
    id: USER_ID,
    firstname: "Maria",
    lastname: "Delgado",
    businessName: "",
  }));
  mockTrpc.query("bankAccounts.list", ({ input }) => ({
    primaryId: [...rows.active, ...rows.lost].find(({ isPrimary }) => isPrimary)?.id ?? null,
    accounts: input.active ? rows.active : rows.lost,
  }));
  mockTrpc.query("cards.list", () => rows.cards);
  mockTrpc.mutation("bankAccounts.setEnabled", ({ input }) => {
    sent.setEnabled.push(input);
    const { accountId, enabled } = input;
    rows.active = rows.active.map((each) => (each.id === accountId ? { ...each, enabled } : each));
    return { accountId, enabled, message: "Account enable/disable successfully" };
  });
  mockTrpc.mutation("bankAccounts.makePrimary", ({ input }) => {
    sent.makePrimary.push(input);
    const isPrimary = ({ id }: Account) => id === input.accountId;
    rows.active = rows.active.map((each) => ({ ...each, isPrimary: isPrimary(each) }));
    rows.lost = rows.lost.map((each) => ({ ...each, isPrimary: isPrimary(each) }));
    return { accountId: input.accountId, message: "Mark account primary successfully" };
  });
  mockTrpc.mutation("bankAccounts.addLostManually", ({ input: { accountId: id, ...input } }) => {
    sent.addLostManually.push({ accountId: id, ...input });
    const added = rows.lost.filter((each) => each.id === id);
    rows.lost = rows.lost.filter((each) => each.id !== id);
    rows.active = [...rows.active, ...added.map((each) => ({ ...each, isManuallyAdded: true }))];
    return { id, sharedWith: 0, message: "Update details successfully!" };
  });
  mockTrpc.mutation("cards.setStatus", ({ input }) => {
    sent.setStatus.push(input);
    const { cardId, status } = input;
    rows.cards = rows.cards.map((each) => (each.id === cardId ? { ...each, status } : each));
    return { cardId, status, message: "Update details successfully!" };
  });
  mockTrpc.mutation("cards.makePrimary", ({ input }) => {
    sent.makeCardPrimary.push(input);
    rows.cards = rows.cards.map((each) => ({ ...each, isPrimary: each.id === input.cardId }));
    return { cardId: input.cardId, message: "Update details successfully!" };
  });
  const page = renderPage(<PrimaryAccountPage />, { at: `/admin/primary-account?id=${USER_ID}` });
  return { ...page, sent, rows };
}

/** The row with these last four digits. */
export async function findRow(last4: string) {
  const cell = await screen.findByRole("cell", { name: `•••• ${last4}` });
  const row = cell.closest("tr");
  if (!row) throw new Error(`There is no row of ${last4}.`);
  return within(row);
}

/** A control of a row once the role is known and it may be used. */
export const usable = (last4: string, role: "switch" | "button", name: RegExp): Promise<HTMLElement> =>
  waitFor(async () => {
    const control = (await findRow(last4)).getByRole(role, { name });
    expect(control.getAttribute("aria-disabled")).toBeNull();
    return control;
  });

/** A control that may not be used, and why. */
export async function heldReason(last4: string, role: "switch" | "button", name: RegExp) {
  const control = await waitFor(async () => {
    const found = (await findRow(last4)).getByRole(role, { name });
    expect(found.getAttribute("aria-disabled")).toBe("true");
    return found;
  });
  return document.getElementById(control.getAttribute("aria-describedby") ?? "")?.textContent;
}
