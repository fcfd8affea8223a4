import type { Role } from "@countinghouse/validators/roles";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { AchDetailsSection } from "../ach-details/ach-details-section.tsx";
import { AssetReportSection } from "../asset-report/asset-report-section.tsx";
import type { AssetDetails, AssetReport } from "../asset-report/use-asset-report.ts";
import { BankLinksSection } from "../bank-links/bank-links-section.tsx";
import type { BalanceRecord, BankLink } from "../bank-links/use-bank-links.ts";
import { PlaidBalanceSection } from "../plaid-balance/plaid-balance-section.tsx";
import { USER_ID } from "./user-page.tsx";

export const aBankLink = (changes: Partial<BankLink> = {}): BankLink => ({
  id: 7,
  institutionId: "ins_109508",
  institutionName: "First Platypus Bank",
  bankStatus: "HEALTHY",
  isActive: true,
  authIsDone: true,
  errorCode: "",
  canBeAsked: true,
  accounts: [
    {
      id: 70,
      providerAccountId: "acc-70",
      name: "Plaid Checking",
      subtype: "checking",
      mask: "0259",
      isTokenized: false,
      routing: "019991016",
      wireRouting: "029991029",
      isPrimary: true,
    },
  ],
  ...changes,
});

export const aBalanceRecord = (changes: Partial<BalanceRecord["accounts"][number]> = {}): BalanceRecord => ({
  id: 5,
  createdAt: new Date("2026-11-20T20:04:05Z"),
  institutionName: "First Platypus Bank",
  accounts: [
    {
      accountId: "acc-70",
      name: "Plaid Checking",
      mask: "0000",
      last4: "0259",
      availableCents: 120_050,
      currentCents: 123_450,
      currency: "USD",
      ...changes,
    },
  ],
});

export const anAssetReport = (changes: Partial<AssetReport> = {}): AssetReport => ({
  id: 9,
  state: "READY",
  daysRequested: 720,
  requestedAt: new Date("2026-11-20T20:04:05Z"),
  finishedAt: new Date("2026-11-20T20:04:15Z"),
  errorCode: "",
  unavailable: false,
  ready: { id: 9, requestedAt: new Date("2026-11-20T20:04:05Z") },
  items: [
    {
      itemId: "item-1",
      institutionName: "First Platypus Bank",
      accounts: [
        { accountId: "acc-70", name: "Plaid Checking", mask: "0259", currentCents: 123_450, currency: "USD" },
      ],
    },
  ],
  ...changes,
});

export const someAssetDetails = (): AssetDetails => ({
  generatedAt: new Date("2026-11-20T20:04:05Z"),
  days: 720,
  itemId: "item-1",
  institutionName: "First Platypus Bank",
  accounts: [
    {
      accountId: "acc-70",
      name: "Plaid Checking",
      mask: "0259",
      type: "depository",
      subtype: "checking",
      availableCents: 120_050,
      currentCents: 123_450,
      currency: "USD",
      daysAvailable: 720,
      owners: [
        {
          names: ["Maria Delgado"],
          phoneNumbers: ["+12125550144"],
          emails: ["maria.delgado@example.com"],
          addresses: [
            { street: "41 Mott St", city: "New York", region: "NY", postalCode: "10013", country: "US" },
          ],
        },
      ],
      transactions: [
        {
          transactionId: "t-1",
          date: "2026-11-19",
          originalDescription: "RIDE PAYOUT",
          amountCents: 8_125,
          currency: "USD",
          pending: false,
        },
      ],
    },
  ],
});

type BankSetup = {
  role?: Role;
  links?: BankLink[];
  balances?: BalanceRecord[];
  report?: AssetReport | null;
};

/** Renders the bank's sections of the customer's page, at a bank that knows these. */
export function openBankSections(setup: BankSetup = {}) {
  const { role = "SUPERADMIN", links = [aBankLink()], balances = [], report = null } = setup;
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("bankLinks.list", () => links);
  mockTrpc.query("bankLinks.balances", () => balances);
  mockTrpc.query("assetReports.get", () => report);
  return renderPage(
    <>
      <BankLinksSection userId={USER_ID} hasTurn />
      <AssetReportSection userId={USER_ID} hasTurn />
      <AchDetailsSection userId={USER_ID} hasTurn />
      <PlaidBalanceSection userId={USER_ID} hasTurn />
    </>,
    { at: `/admin/user-detail?id=${USER_ID}` },
  );
}
