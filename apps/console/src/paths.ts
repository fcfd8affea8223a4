import type { HistoryType } from "@countinghouse/validators/audit/rules";
import type { BulkKind, BulkScreenKind, BulkVersion } from "@countinghouse/validators/bulk-jobs/rules";
import type { PaymentChoice } from "@countinghouse/validators/payments/kinds";

/** The paths the router matches. */
export const routes = {
  home: "/",
  admin: "/admin",
  login: "/admin/login",
  forgotten: "/admin/forgot-password",
  passwordLink: "/admin/set-password",
  profile: "/admin/profile",
  users: "/admin/users",
  overview: "/admin/overview",
  work: "/admin/work",
  deadlines: "/admin/deadlines",
  reconciledDays: "/admin/reconciled-days",
  approvals: "/admin/approvals",
  userDetail: "/admin/user-detail",
  editUser: "/admin/edit-user",
  reAccessLogged: "/re-access/logged",
  loansLedger: "/admin/loans-ledger",
  funnelReport: "/admin/funnel-report",
  fundingReconciliation: "/admin/funding-reconciliation-report",
  ledgerWriteFailures: "/admin/ledger-write-failures",
  sftpUpload: "/admin/sftp-upload",
  applications: "/admin/applications",
  applicationDetail: "/admin/application-detail",
  userGraph: "/admin/user-graph",
  primaryAccount: "/admin/primary-account",
  addManually: "/admin/add-manually",
  payment: "/admin/payment",
  paymentSchedules: "/admin/payment-schedules",
  paymentProcessor: "/admin/payment-processor",
  externalPayments: "/admin/external-payments",
  businessLien: "/admin/middesk",
  paymentSummary: "/admin/payment-summary",
  bankStatus: "/admin/bank-status",
  chargebacks: "/admin/chargebacks",
  unprocessedChargebacks: "/admin/unprocessed-chargeback",
  paymentExceptions: "/admin/payment-exceptions",
  settings: "/admin/settings",
  system: "/admin/settings/system",
  import: "/admin/settings/import",
  guide: "/admin/guide",
  recovery: "/admin/recovery",
  audit: "/admin/audit",
  paymentAutomation: "/admin/payment-automation",
  bulkDebit: "/admin/bulk-debit-payment",
  bulkBalance: "/admin/bulk-balance",
  bulkAch: "/admin/bulk-ach-payment",
  bulkDebitV2: "/admin/bulk-debit-payment-v2",
  bulkBalanceV2: "/admin/bulk-balance-v2",
  bulkAchV2: "/admin/bulk-ach-payment-v2",
} as const;

/** A chapter of the guide, or the part of a page's address that its chapter is found by. */
export const GUIDE_CHAPTER_ROUTE = /^\/admin\/guide\/(?<chapter>[\w-]{1,60})\/?$/;

/** Leads to the batch of payment automation that was requested at this millisecond. */
export const AUTOMATION_BATCH_ROUTE = /^\/admin\/payment-automation\/(?<batchId>\d{1,15})\/?$/;

/** The screen of each bulk job, version 1 before version 2. */
const BULK_ROUTES = {
  BULK_DEBIT: [routes.bulkDebit, routes.bulkDebitV2],
  BULK_BALANCE: [routes.bulkBalance, routes.bulkBalanceV2],
  BULK_ACH: [routes.bulkAch, routes.bulkAchV2],
} as const satisfies Record<BulkScreenKind, readonly [string, string]>;

/** The row of a list that a link leads to. */
type OneRow = { row?: string | undefined };

const withRow = (route: string, { row }: OneRow): string =>
  `${route}${row === undefined ? "" : `?${new URLSearchParams({ row })}`}`;

/** Every URL of the console. Pages and links name an entry; no address is spelled anywhere else. */
export const paths = {
  login: ({ next }: { next?: string | undefined } = {}) =>
    next === undefined ? routes.login : `${routes.login}?next=${encodeURIComponent(next)}`,
  forgotPassword: () => routes.forgotten,
  profile: () => routes.profile,
  users: () => routes.users,
  /** The book as it stands, with the rows of a figure where one is named. */
  overview: ({ figure }: { figure?: string | undefined } = {}) =>
    `${routes.overview}${figure === undefined ? "" : `?${new URLSearchParams({ figure })}`}`,
  /** All open items, or with one of them over the list. */
  work: ({ item }: { item?: string | undefined } = {}) =>
    `${routes.work}${item === undefined ? "" : `?${new URLSearchParams({ item })}`}`,
  /** All that wait, or one of them. */
  approvals: ({ approval }: { approval?: string | undefined } = {}) =>
    `${routes.approvals}${approval === undefined ? "" : `?approval=${approval}`}`,
  /** Of all, or of one user. */
  fundingReconciliation: () => routes.fundingReconciliation,
  reconciledDays: ({ day }: { day?: string | undefined } = {}) =>
    `${routes.reconciledDays}${day === undefined ? "" : `?day=${day}`}`,
  deadlines: ({ user }: { user?: number | undefined } = {}) =>
    `${routes.deadlines}${user === undefined ? "" : `?user=${user}`}`,
  bankStatus: (of: OneRow = {}) => withRow(routes.bankStatus, of),
  loansLedger: () => routes.loansLedger,
  ledgerWriteFailures: () => routes.ledgerWriteFailures,
  sftpUpload: () => routes.sftpUpload,
  /** A customer's page, at one of its sections, or with a form over it. */
  userDetail: ({ id, section, drawer }: { id: number; section?: string | undefined; drawer?: "note" }) =>
    `${routes.userDetail}?id=${id}${drawer === undefined ? "" : `&drawer=${drawer}`}${section === undefined ? "" : `#${section}`}`,
  applications: ({ id }: { id: number }) => `${routes.applications}?id=${id}`,
  /** The id is the application's. */
  applicationDetail: ({ id }: { id: number }) => `${routes.applicationDetail}?id=${id}`,
  /** A customer's statistics, with the transactions of a number over them where one is named. */
  userGraph: ({ id, number }: { id: number; number?: string | undefined }) =>
    `${routes.userGraph}?id=${id}${number === undefined ? "" : `&${new URLSearchParams({ number })}`}`,
  primaryAccount: ({ id }: { id: number }) => `${routes.primaryAccount}?id=${id}`,
  addManually: ({ id }: { id: number }) => `${routes.addManually}?id=${id}`,
  editUser: ({ id }: { id: number }) => `${routes.editUser}?id=${id}`,
  /** A customer's payments, with a choice made where one is named. */
  payment: ({ id, choice }: { id: number; choice?: PaymentChoice | undefined }) =>
    `${routes.payment}?id=${id}${choice === undefined ? "" : `&mode=${choice}`}`,
  paymentSchedules: ({ user }: { user?: number | undefined } = {}) =>
    `${routes.paymentSchedules}${user === undefined ? "" : `?user=${user}`}`,
  paymentProcessor: (found: { user: number } | { payment: string }) =>
    `${routes.paymentProcessor}?${"user" in found ? `user=${found.user}` : `payment=${found.payment}`}`,
  externalPayments: () => routes.externalPayments,
  /** Of one user, or of all. */
  businessLien: ({ id }: { id?: number | undefined } = {}) =>
    `${routes.businessLien}${id === undefined ? "" : `?id=${id}`}`,
  /** What came back, with what a number of the return rates counts where one is named. */
  chargebacks: ({ counted }: { counted?: string | undefined } = {}) =>
    `${routes.chargebacks}${counted === undefined ? "" : `?${new URLSearchParams({ counted })}`}`,
  /** All, or at one row. */
  unprocessedChargebacks: (of: OneRow = {}) => withRow(routes.unprocessedChargebacks, of),
  paymentExceptions: (of: OneRow = {}) => withRow(routes.paymentExceptions, of),
  settings: () => routes.settings,
  system: () => routes.system,
  import: () => routes.import,
  recovery: () => routes.recovery,
  /** The contents of the guide, a part of a chapter, or the chapter about the page of this path. */
  guide: (of: { chapter: string; part?: string | undefined } | { page: string } | null = null) => {
    if (of === null) return routes.guide;
    if ("page" in of) return `${routes.guide}/${guideKey(of.page)}`;
    return `${routes.guide}/${of.chapter}${of.part ? `#${of.part}` : ""}`;
  },
  /** All events, those about a customer, or the history of one thing. */
  audit: (of: { user: number } | { type: HistoryType; id: string | number } | null = null) =>
    of === null
      ? routes.audit
      : `${routes.audit}?${"user" in of ? `user=${of.user}` : `type=${of.type}&id=${of.id}`}`,
  /** An event over the list of those about a customer. */
  auditEvent: ({ user, event }: { user: number; event: string }) =>
    `${routes.audit}?user=${user}&event=${event}`,
  /** All batches, or the one that was requested at a time. */
  paymentAutomation: ({ requestedAt }: { requestedAt?: number | undefined } = {}) =>
    `${routes.paymentAutomation}${requestedAt === undefined ? "" : `?batch=${requestedAt}`}`,
  /** The batches of a day (YYYY-MM-DD), those of their payments that ended so. */
  automationOn: ({ day, status }: { day: string; status: string }) =>
    `${routes.paymentAutomation}?${new URLSearchParams({ period: "Custom", from: day, to: day, status })}`,
  bulkJobs: ({
    kind,
    version,
    batch,
    list,
  }: {
    kind: BulkScreenKind;
    version: BulkVersion;
    batch?: string | undefined;
    /** A kept list of customers that a job is to be made of. */
    list?: string | undefined;
  }) => {
    const address = BULK_ROUTES[kind][version === 1 ? 0 : 1];
    if (batch !== undefined) return `${address}?batch=${batch}`;
    return list === undefined ? address : `${address}?list=${list}`;
  },
};

/** The page of a job that runs in batches. */
export function jobPath({ kind, version, id, requestedAt, reverts }: JobPlace): string {
  if (kind === "AUTOMATION") return paths.paymentAutomation({ requestedAt: requestedAt.getTime() });
  // What is given back stands on the page of the batch that took it.
  if (kind === "REVERT") return reverts ? jobPath(reverts) : paths.audit({ type: "bulk-batch", id });
  return paths.bulkJobs({ kind, version, batch: id });
}

/** What the path of a page is called in an address of the guide. */
export const guideKey = (path: string): string =>
  path
    .replace(/^\/(admin\/)?/, "")
    .replace(/\/$/, "")
    .replaceAll("/", "-");

type JobPlace = {
  kind: BulkKind;
  version: BulkVersion;
  id: string;
  requestedAt: Date;
  reverts?: JobPlace | null;
};

/** Whether a path is one that signing in may lead back to. */
export const isBehindLogin = (pathname: string): boolean =>
  pathname === routes.reAccessLogged || (pathname.startsWith("/admin/") && !WITHOUT_LOGIN.includes(pathname));

/** What is reached without signing in. */
const WITHOUT_LOGIN: readonly string[] = [routes.login, routes.forgotten, routes.passwordLink];
