import type { RouterOutputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { toast as toaster } from "sonner";
import { expect } from "vitest";
import { type Note, useNotes } from "@/components/notes/use-notes.ts";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { HeaderActions } from "../identity/header-actions.tsx";
import type { RecordedPayment } from "../manual-payment/use-manual-payments.ts";
import { type Application, type User, useUser } from "../use-user.ts";
import UserDetailPage from "../user-detail-page.tsx";
import { UserDrawer } from "../user-drawer.tsx";

type Position = RouterOutputs["loans"]["position"];

export const USER_ID = 10_001;
const NO_WORK = { team: 0, mine: 0, snoozed: 0, done: 0 };

/** A funded gig worker who owes a thousand dollars. */
export const aUser = (changes: Partial<User> = {}): User => ({
  id: USER_ID,
  firstname: "Maria",
  lastname: "Delgado",
  email: "maria.delgado@example.com",
  phone: "2125550144",
  verificationPhone: "2125550145",
  dob: "1986-02-11",
  currentAddress: "41 Mott St",
  city: "New York",
  state: "NY",
  zipcode: "10013",
  occupation: "Driver",
  platform: "Uber",
  route: "/dashboard",
  uniqueId: "u-10001",
  refUserId: null,
  renewalUserId: null,
  createdAt: new Date("2026-01-15T15:00:00Z"),
  version: 1,
  businessCategory: "Catering",
  businessType: "LLC",
  businessName: "Delgado Catering LLC",
  companyName: "Delgado Catering",
  businessStartDate: "2019-04-30",
  naicsCode: "722320",
  businessAccountSameAsPersonal: false,
  separateBusinessAccount: true,
  isIncorporated: null,
  disableLogin: false,
  zohoId: "5725767000001",
  doNotFund: false,
  doNotFundReason: "",
  runPaymentAutomation: true,
  isExternal: false,
  externalAgency: "",
  showReconnectButton: false,
  showResignContractButton: false,
  postFundCustomerError: "",
  overlaps: [],
  isImported: false,
  accountAlreadyFunded: false,
  ssn: "***-**-6789",
  ein: "123456789",
  bankLinks: [{ institutionName: "First Bank", bankStatus: "HEALTHY", isActive: true }],
  bankLinkLost: false,
  primaryCard: { last4: "4242", expiry: "0928" },
  balanceCents: 100_000,
  factsLookup: null,
  application: anApplication(),
  ...changes,
});

export const anApplication = (changes: Partial<Application> = {}): Application => ({
  id: 501,
  version: 1,
  stage: "funded",
  funded: true,
  fundedAt: new Date("2026-09-23T18:05:11Z"),
  isRenewed: false,
  workflowUsed: "Gig Worker",
  expired: false,
  offerExpired: false,
  dealId: "5725767009",
  alloyStatus: "Approved",
  alloyClarityStatus: "Approved",
  alloyClarityCcr: 702,
  alloyTuStatus: "Approved",
  alloyCvaScore: 688,
  vantageScore: 655,
  manualReviewReason: "",
  manualAdjustmentReason: "None",
  manuallyApprovedAt: null,
  declineReason: "",
  isSmb: false,
  initHighRisk: false,
  riskModelName: "GIG-CF-5.2",
  riskModelScore: 812,
  riskModelLiteName: "GIG-LITE-2.1",
  riskModelLiteScore: 790,
  usedOverrideFlag: false,
  originalApprovedAmountCents: 505_000,
  approvedAmountCents: 500_000,
  paybackAmountCents: 650_000,
  paymentAmountCents: 41_250,
  discountAmountCents: 20_000,
  ofeeRate: "0.0725",
  termsCalculation: "16 weekly payments",
  fundsDispersedOption: "nextDayBankACH",
  disbursementFeeCents: 0,
  disbursementAmountCents: 463_750,
  firstPaymentDate: "2026-09-30",
  discountDate: "2026-12-01",
  lastPaymentDate: "2027-01-13",
  isContractSigned: true,
  contractSignedAt: new Date("2026-09-22T13:00:00Z"),
  offers: [
    { optimized: true, approvedAmountCents: 400_000, paybackMultiplier: 1.25, selected: false },
    { optimized: false, approvedAmountCents: 500_000, paybackMultiplier: 1.3, selected: true },
  ],
  ...changes,
});

export const aNote = (changes: Partial<Note> = {}): Note => ({
  id: "0190c1a0-0000-7000-8000-000000000001",
  note: "Asked for bank statements.",
  version: 1,
  createdAt: new Date("2026-11-20T16:40:00Z"),
  updatedAt: new Date("2026-11-20T16:40:00Z"),
  owner: "erin.novak@example.com",
  ownerName: "Erin Novak",
  isOwn: true,
  editor: null,
  isImported: false,
  isPinned: false,
  followUpOn: null,
  ...changes,
});

export const aPayment = (changes: Partial<RecordedPayment> = {}): RecordedPayment => ({
  id: "0190c1a0-0000-7000-8000-00000000000a",
  createdAt: new Date("2026-11-20T16:40:00Z"),
  amountCents: 1_250,
  paymentType: "DEBIT",
  state: "SUCCEEDED",
  recordedBy: "erin.novak@example.com",
  lineItemType: "Payment",
  modeOfPayment: "CashApp",
  transactionType: "SALE",
  description: "Paid by phone",
  isExternal: false,
  ledgerSheet: { state: "DELIVERED", receipt: "Payments!A12:H12", lastError: "" },
  ...changes,
});

/** How somebody stands who owes a thousand dollars and is late with one payment. */
export const aPosition = (changes: Partial<Position> = {}): Position => ({
  today: "2026-11-20",
  balanceCents: 100_000,
  returns: 1,
  lastPayment: {
    paymentId: "0190c1a0-0000-7000-8000-00000000000b",
    at: new Date("2026-11-12T16:40:00Z"),
    kind: "DEBIT",
    state: "RETURNED",
    amountCents: 41_250,
  },
  nextDue: { day: "2026-11-25", cents: 41_250 },
  overdue: { since: "2026-11-11", days: 9, cents: 41_250 },
  advance: {
    applicationId: 501,
    discountDate: "2026-12-01",
    curve: [
      { day: "2026-11-11", scheduledCents: 41_250, paidCents: 0 },
      { day: "2026-12-01", scheduledCents: 82_500, paidCents: null },
    ],
  },
  ...changes,
});

type PageSetup = { role?: Role; user?: User; notes?: Note[]; payments?: RecordedPayment[]; search?: string };

/** Renders the page of Maria Delgado for an admin of this role, on a server that knows these records. */
export function openUserPage(setup: PageSetup = {}) {
  serveUserPage(setup);
  return renderUserPage(setup.search);
}

/** One section of the page alone: all of it takes longer to show than most tests of a section do. */
export function openUserSection(Section: ComponentType<{ query: UserQuery }>, setup: PageSetup = {}) {
  serveUserPage(setup);
  return renderPage(<OfUser Section={Section} />, { at: pageAddress(setup.search) });
}

/** What opens over the page, alone. */
export const openUserDrawer = (setup: PageSetup = {}) => openUserSection(DrawerOfUser, setup);

/** What is done from the head of the page, without the page. */
export const openHeaderActions = (setup: PageSetup = {}) => openUserSection(ActionsOfUser, setup);

const ActionsOfUser = ({ query }: { query: UserQuery }) =>
  query.data ? <HeaderActions user={query.data} /> : null;

export function DrawerOfUser({ query }: { query: UserQuery }) {
  return <UserDrawer userId={USER_ID} user={query.data} notes={useNotes(USER_ID).data} />;
}

type UserQuery = ReturnType<typeof useUser>;

function OfUser({ Section }: { Section: ComponentType<{ query: UserQuery }> }) {
  return <Section query={useUser(USER_ID)} />;
}

function serveUserPage(setup: PageSetup): void {
  const { role = "SUPERADMIN", user = aUser(), notes = [], payments = [] } = setup;
  // The toaster shows what an earlier test left on it, which would prove nothing of this one.
  toaster.dismiss();
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("users.get", () => user);
  mockTrpc.query("notes.list", () => notes);
  mockTrpc.query("payments.listManual", () => payments);
  mockTrpc.query("loans.position", () => aPosition());
  mockTrpc.query("timeline.list", () => ({ entries: [], nextCursor: null }));
  mockTrpc.query("payments.held", () => []);
  mockTrpc.query("approvals.list", () => ({ items: [], total: 0 }));
  mockTrpc.query("deadlines.list", () => ({ today: "2026-11-20", items: [], total: 0 }));
  mockTrpc.query("work.list", () => ({ items: [], total: 0, counts: NO_WORK, kinds: [], staff: [] }));
}

/** The page alone: what the server answers is for the test to say. */
const renderUserPage = (search = "") => renderPage(<UserDetailPage />, { at: pageAddress(search) });

const pageAddress = (search = ""): string => `/admin/user-detail?id=${USER_ID}${search}`;

type Scope = Pick<typeof screen, "getByRole">;

/** The button of that name, once the admin's role is known to allow it. */
export const findEnabledButton = (name: string | RegExp, scope: Scope = screen) =>
  waitFor(() => {
    const button = scope.getByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBeNull();
    return button;
  });

/** A section once its code is there: until then a stand-in holds its place. */
export async function findSection(name: string) {
  const region = await waitFor(() => {
    const element = screen.getByRole("region", { name });
    expect(element.dataset.state).not.toBe("idle");
    return element;
  });
  return within(region);
}
