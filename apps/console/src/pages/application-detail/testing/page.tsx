import type { Role } from "@countinghouse/validators/roles";
import { AppShell } from "@/layout/app-shell.tsx";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import ApplicationDetailPage from "../application-detail-page.tsx";
import type { Application, ContractFile, ContractLink } from "../use-application.ts";

export const FILE_ID = "0190c1a0-0000-7000-8000-0000000000f1";
export const LINK_ID = "0190c1a0-0000-7000-8000-0000000000d1";

export const aFile = (changes: Partial<ContractFile> = {}): ContractFile => ({
  id: FILE_ID,
  name: "contract-501.pdf",
  type: "contract",
  contentType: "application/pdf",
  sizeBytes: 3_072,
  info: "Signed in the customer portal",
  createdAt: new Date("2026-09-22T15:04:05Z"),
  ...changes,
});

export const aLink = (changes: Partial<ContractLink> = {}): ContractLink => ({
  id: LINK_ID,
  fileId: FILE_ID,
  createdAt: new Date("2026-11-20T15:00:00Z"),
  createdBy: "Erin Park",
  expiresAt: new Date("2026-11-27T15:00:00Z"),
  revokedAt: null,
  revokedBy: null,
  state: "live",
  openingCount: 0,
  openings: [],
  ...changes,
});

const FUNDING: Application["funding"] = {
  fundedAt: new Date("2026-09-22T15:04:05Z"),
  originalApprovedAmountCents: 505_000,
  approvedAmountCents: 500_000,
  paybackAmountCents: 650_000,
  paymentAmountCents: 65_000,
  discountAmountCents: 75_000,
  ofeeRate: "0.0725",
  ofeeCents: 36_250,
  disbursementFeeCents: 1_200,
  disbursementAmountCents: 462_550,
  fundsDispersedOption: "instantBankTransfer",
  termsCalculation: "10 weekly payments",
  firstPaymentDate: "2026-09-30",
  discountDate: "2026-10-28",
  lastPaymentDate: "2026-12-02",
  schedule: {
    payments: 10,
    paid: 7,
    totalCents: 650_000,
    paidCents: 455_000,
    nextDate: "2026-11-18",
    nextAmountCents: 65_000,
  },
  bankAccounts: [
    { id: 70, institutionName: "First Platypus Bank", name: "Plaid Checking", mask: "0259", isPrimary: true },
  ],
  decisions: [
    {
      id: 9,
      createdAt: new Date("2026-09-21T15:04:05Z"),
      flowType: "Underwriting",
      outcome: "Approved",
      decisionUrl: "https://alloy.example/evaluations/9",
    },
  ],
};

export const anApplication = (changes: Partial<Application> = {}): Application => ({
  id: 501,
  userId: 10_001,
  general: {
    firstname: "Maria",
    lastname: "Delgado",
    businessName: "Delgado Catering LLC",
    email: "maria.delgado@example.com",
    phone: "2125550144",
    dob: "1988-02-29",
    ssn: "***-**-6789",
    uniqueId: "u-10001",
    route: "/contract/signed",
    occupation: "Driver",
    isExternal: false,
    createdAt: new Date("2026-09-21T03:04:05Z"),
    stage: "funded",
    alloyStatus: "Approved",
    workflowUsed: "",
    isRenewed: false,
    isImported: false,
    declineReason: "",
    manualReviewReason: "",
    expiresAt: new Date("2026-10-21T03:04:05Z"),
    offerExpiresAt: null,
    expired: false,
    offerExpired: false,
  },
  address: { currentAddress: "41 Mott St", city: "New York", state: "NY", zipcode: "10013" },
  business: {
    businessName: "Delgado Catering LLC",
    companyName: "Delgado Catering",
    businessCategory: "Food",
    businessType: "LLC",
    businessStartDate: "2019-04-30",
    businessAccountSameAsPersonal: false,
    separateBusinessAccount: true,
    isIncorporated: true,
  },
  funding: FUNDING,
  contract: {
    isContractSigned: true,
    contractSignedAt: new Date("2026-09-22T15:04:05Z"),
    card: { last4: "4242", expiry: "0928" },
    files: [aFile()],
    links: [],
  },
  ...changes,
});

/** An application with this in its contract. */
export const withContract = (contract: Partial<Application["contract"]>): Application => {
  const application = anApplication();
  return { ...application, contract: { ...application.contract, ...contract } };
};

type Opening = { application?: Application; role?: Role; at?: string };

/** Opens the page with the shell around it, for an admin of this role. */
export function openApplication({
  application = anApplication(),
  role = "EMPLOYEE",
  at = "?id=501",
}: Opening = {}) {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("applications.get", () => application);
  const page = (
    <AppShell>
      <ApplicationDetailPage />
    </AppShell>
  );
  return renderPage(page, { at: `/admin/application-detail${at}` });
}
