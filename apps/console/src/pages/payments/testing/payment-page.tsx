import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import type { DeskMode } from "@countinghouse/validators/payments/kinds";
import { IN_PROGRESS_STATES } from "@countinghouse/validators/payments/states";
import type { Role } from "@countinghouse/validators/roles";
import { screen, within } from "@testing-library/react";
import { toast as toaster } from "sonner";
import type { Outcome } from "@/components/payment-desk/progress.ts";
import type { PaymentOptions } from "@/components/payment-desk/use-payment-options.ts";
import type { ListedPayment } from "@/components/payment-desk/use-payments.ts";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import PaymentPage from "../payment-page.tsx";

export const USER_ID = 10_001;
export const PAYMENT_ID = "0190c1a0-0000-7000-8000-0000000000f1";
export const SALE_ID = "0190c1a0-0000-7000-8000-0000000000a1";

type Application = NonNullable<PaymentOptions["application"]>;

export const anAdvance = (changes: Partial<Application> = {}): Application => ({
  id: 501,
  stage: "contracted",
  alloyStatus: "Approved",
  expired: false,
  offerExpired: false,
  fundedOn: null,
  disbursementAmountCents: 463_750,
  paybackCents: 650_000,
  paymentAmountCents: 41_250,
  whyNotFund: null,
  ...changes,
});

/** The options of Maria Delgado, who may be charged, paid out and refunded. */
export const someOptions = (changes: Partial<PaymentOptions> = {}): PaymentOptions => ({
  customer: {
    id: USER_ID,
    firstname: "Maria",
    lastname: "Delgado",
    businessName: "",
    doNotFund: false,
    isExternal: false,
  },
  application: anAdvance(),
  whyNotFund: null,
  whyDoNotFund: null,
  earlierFundingCents: 463_750,
  nextInstalment: { paymentDate: "2026-11-24", leftCents: 41_250 },
  passedDates: [],
  addedDates: [],
  cards: [
    aCard({ id: 1, last4: "4242", isPrimary: true }),
    aCard({ id: 2, last4: "1881", status: "INACTIVE" }),
    aCard({ id: 3, last4: "5556" }),
  ],
  accounts: [
    anAccount({ id: 11, institutionName: "Chase", mask: "6789", isPrimary: true }),
    anAccount({ id: 12, institutionName: "BoA", mask: "9001", enabled: false }),
    anAccount({ id: 13, institutionName: "Ally", mask: "1123", isActive: false }),
    anAccount({ id: 14, institutionName: "Citi", mask: "7070" }),
  ],
  whyNotRail: { CARD: null, ACH: null },
  refundable: [
    {
      id: SALE_ID,
      cardId: 1,
      instrumentLast4: "4242",
      amountCents: 5_000,
      leftCents: 3_000,
      createdAt: new Date("2026-11-18T16:40:00Z"),
    },
    {
      id: "0190c1a0-0000-7000-8000-0000000000a2",
      cardId: 1,
      instrumentLast4: "4242",
      amountCents: 6_100,
      leftCents: 6_100,
      createdAt: new Date("2026-11-17T16:40:00Z"),
    },
  ],
  ...changes,
});

const aCard = (changes: Partial<PaymentOptions["cards"][number]>): PaymentOptions["cards"][number] => ({
  id: 1,
  last4: "4242",
  expiry: "0999",
  issuer: "Visa",
  status: "ACTIVE",
  isPrimary: false,
  lastChargeback: null,
  whyNotCharge: null,
  ...changes,
});

const anAccount = (
  changes: Partial<PaymentOptions["accounts"][number]>,
): PaymentOptions["accounts"][number] => ({
  id: 11,
  name: "Business Checking",
  mask: "6789",
  subtype: "checking",
  enabled: true,
  isPrimary: false,
  isManuallyAdded: false,
  institutionName: "Chase",
  isActive: true,
  createdAt: new Date("2026-02-01T16:00:00Z"),
  saidBalance: null,
  lastReturn: null,
  whyNotDebit: null,
  whyNotPayTo: null,
  ...changes,
});

export const anOutcome = (changes: Partial<Outcome> = {}): Outcome => ({
  paymentId: PAYMENT_ID,
  userId: USER_ID,
  mode: "SALE",
  state: "SUCCEEDED",
  amountCents: 41_250,
  message: "Transaction perform successfully",
  failureCode: "",
  reference: "ref-77",
  heldUntil: null,
  isPostFundingDone: null,
  postFundingMessage: null,
  nextLookAt: null,
  ...changes,
});

export const aListedPayment = (changes: Partial<ListedPayment> = {}): ListedPayment => ({
  id: PAYMENT_ID,
  userId: USER_ID,
  kind: "SALE",
  paymentType: "DEBIT",
  state: "SUCCEEDED",
  amountCents: 41_250,
  movedCents: null,
  isDuplicate: false,
  instrumentLast4: "4242",
  cardExpiry: "0928",
  isExternal: false,
  failureCode: "",
  failureMessage: "",
  createdAt: new Date("2026-11-20T16:40:00Z"),
  transactionType: "SALE",
  message: "",
  uniqueRef: "ref-77",
  createdBy: "erin.novak@example.com",
  ...changes,
});

type PageSetup = {
  role?: Role;
  options?: PaymentOptions;
  balanceCents?: number;
  payoffCents?: number;
  succeeded?: ListedPayment[];
  failed?: ListedPayment[];
  search?: string;
  held?: RouterOutputs["payments"]["held"];
};

/** The balance of Maria Delgado. */
export const aLoan = (
  changes: Partial<RouterOutputs["loans"]["get"]> = {},
): RouterOutputs["loans"]["get"] => ({
  balanceCents: 458_750,
  payoffCents: changes.balanceCents ?? 458_750,
  discountCents: 0,
  activeApplicationId: null,
  newestPaymentId: PAYMENT_ID,
  ...changes,
});

/** The confirmation of a payment that is not unusual. */
export const AS_SEEN = {
  seen: { balanceCents: 458_750, newestPaymentId: PAYMENT_ID },
  equalPaymentId: null,
  balance: false,
  funded: false,
};

/** Renders the payments of Maria Delgado for an admin of this role, on a server with these records. */
export function openPaymentPage(setup: PageSetup = {}) {
  const { role = "EMPLOYEE", options = someOptions(), balanceCents = 458_750, search = "" } = setup;
  toaster.dismiss();
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("payments.options", () => options);
  mockTrpc.query("loans.get", () => aLoan({ balanceCents, payoffCents: setup.payoffCents ?? balanceCents }));
  mockTrpc.query("users.renewal", () => null);
  mockTrpc.query("approvals.list", () => ({ items: [], total: 0 }));
  mockTrpc.query("payments.held", () => setup.held ?? []);
  mockTrpc.query("notes.list", () => []);
  servePayments(setup.succeeded ?? [], setup.failed ?? []);
  const page = renderPage(<PaymentPage />, { at: `/admin/payment?id=${USER_ID}${search}` });
  return { ...page, ...deskOptions(page.user) };
}

/** Serves these payments from now on; those in progress are in a table of their own. */
export const servePayments = (sent: ListedPayment[], failed: ListedPayment[] = []) =>
  mockTrpc.query("payments.list", ({ input }) => {
    const isInProgress = ({ state }: ListedPayment) => IN_PROGRESS_STATES.some((each) => each === state);
    const payments = {
      inProgress: sent.filter(isInProgress),
      success: sent.filter((payment) => !isInProgress(payment)),
      failed,
    }[input.outcome];
    return { payments, total: payments.length, next: null };
  });

/** The name of the choice with this code: "Charge card SALE". */
export const withCode = (mode: DeskMode): RegExp => new RegExp(`(^|\\s)${mode}$`);

type Person = ReturnType<typeof renderPage>["user"];

/** Returns the actions of a person at the desk. */
const deskOptions = (user: Person) => ({
  choose: async (mode: DeskMode) =>
    user.click(await screen.findByRole("button", { name: withCode(mode), description: "" })),
  pick: async (name: RegExp) => user.click(await screen.findByRole("radio", { name })),
  type: async (label: string | RegExp, text: string) => {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  },
  submit: async () => user.click(await screen.findByRole("button", { name: /…$/, description: "" })),
  confirm: async (name: string) => {
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name }));
  },
});

type Sent = RouterInputs["payments"]["run"];

/** Lets the server answer or throw. Returns the list of the requests that it receives. */
export function serveRuns(answer: (input: Sent, tries: number) => Outcome | Promise<Outcome>): Sent[] {
  const sent: Sent[] = [];
  mockTrpc.mutation("payments.run", ({ input }) => {
    sent.push(input);
    return answer(input, sent.length);
  });
  return sent;
}
