import type { BulkKind, BulkVersion } from "@countinghouse/validators/bulk-job-rules";

/** The paths the router matches. */
export const routes = {
  home: "/",
  admin: "/admin",
  login: "/admin/login",
  users: "/admin/users",
  userDetail: "/admin/user-detail",
  editUser: "/admin/edit-user",
  reAccessLogged: "/re-access/logged",
  loansLedger: "/admin/loans-ledger",
  applications: "/admin/applications",
  applicationDetail: "/admin/application-detail",
  userGraph: "/admin/user-graph",
  primaryAccount: "/admin/primary-account",
  addManually: "/admin/add-manually",
  payment: "/admin/payment",
  paymentSchedules: "/admin/payment-schedules",
  paymentProcessor: "/admin/payment-processor",
  businessLien: "/admin/middesk",
  settings: "/admin/settings",
  bulkDebit: "/admin/bulk-debit-payment",
  bulkBalance: "/admin/bulk-balance",
  bulkAch: "/admin/bulk-ach-payment",
  bulkDebitV2: "/admin/bulk-debit-payment-v2",
  bulkBalanceV2: "/admin/bulk-balance-v2",
  bulkAchV2: "/admin/bulk-ach-payment-v2",
} as const;

/** The screen of each bulk job, version 1 before version 2. */
const BULK_ROUTES = {
  BULK_DEBIT: [routes.bulkDebit, routes.bulkDebitV2],
  BULK_BALANCE: [routes.bulkBalance, routes.bulkBalanceV2],
  BULK_ACH: [routes.bulkAch, routes.bulkAchV2],
} as const satisfies Record<BulkKind, readonly [string, string]>;

/** Every URL of the console. Pages and links name an entry; no address is spelled anywhere else. */
export const paths = {
  login: ({ next }: { next?: string | undefined } = {}) =>
    next === undefined ? routes.login : `${routes.login}?next=${encodeURIComponent(next)}`,
  users: () => routes.users,
  loansLedger: () => routes.loansLedger,
  userDetail: ({ id, section }: { id: number; section?: string | undefined }) =>
    `${routes.userDetail}?id=${id}${section === undefined ? "" : `#${section}`}`,
  applications: ({ id }: { id: number }) => `${routes.applications}?id=${id}`,
  /** The id is the application's. */
  applicationDetail: ({ id }: { id: number }) => `${routes.applicationDetail}?id=${id}`,
  userGraph: ({ id }: { id: number }) => `${routes.userGraph}?id=${id}`,
  primaryAccount: ({ id }: { id: number }) => `${routes.primaryAccount}?id=${id}`,
  addManually: ({ id }: { id: number }) => `${routes.addManually}?id=${id}`,
  editUser: ({ id }: { id: number }) => `${routes.editUser}?id=${id}`,
  payment: ({ id }: { id: number }) => `${routes.payment}?id=${id}`,
  paymentSchedules: ({ user }: { user?: number | undefined } = {}) =>
    `${routes.paymentSchedules}${user === undefined ? "" : `?user=${user}`}`,
  paymentProcessor: (found: { user: number } | { payment: string }) =>
    `${routes.paymentProcessor}?${"user" in found ? `user=${found.user}` : `payment=${found.payment}`}`,
  /** Of one user, or of all. */
  businessLien: ({ id }: { id?: number | undefined } = {}) =>
    `${routes.businessLien}${id === undefined ? "" : `?id=${id}`}`,
  settings: () => routes.settings,
  bulkJobs: ({
    kind,
    version,
    batch,
  }: {
    kind: BulkKind;
    version: BulkVersion;
    batch?: string | undefined;
  }) => `${BULK_ROUTES[kind][version === 1 ? 0 : 1]}${batch === undefined ? "" : `?batch=${batch}`}`,
};

/** Whether a path is one that signing in may lead back to. */
export const isBehindLogin = (pathname: string): boolean =>
  pathname === routes.reAccessLogged || (pathname.startsWith("/admin/") && pathname !== routes.login);
