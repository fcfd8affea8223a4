/** The paths the router matches. */
export const routes = {
  home: "/",
  admin: "/admin",
  login: "/admin/login",
  users: "/admin/users",
  userDetail: "/admin/user-detail",
  reAccessLogged: "/re-access/logged",
  loansLedger: "/admin/loans-ledger",
  payment: "/admin/payment",
  paymentSchedules: "/admin/payment-schedules",
  paymentProcessor: "/admin/payment-processor",
  settings: "/admin/settings",
} as const;

/** Every URL of the console. Pages and links name an entry; no address is spelled anywhere else. */
export const paths = {
  login: ({ next }: { next?: string | undefined } = {}) =>
    next === undefined ? routes.login : `${routes.login}?next=${encodeURIComponent(next)}`,
  users: () => routes.users,
  loansLedger: () => routes.loansLedger,
  userDetail: ({ id, section }: { id: number; section?: string | undefined }) =>
    `${routes.userDetail}?id=${id}${section === undefined ? "" : `#${section}`}`,
  payment: ({ id }: { id: number }) => `${routes.payment}?id=${id}`,
  paymentSchedules: ({ user }: { user?: number | undefined } = {}) =>
    `${routes.paymentSchedules}${user === undefined ? "" : `?user=${user}`}`,
  paymentProcessor: (found: { user: number } | { payment: string }) =>
    `${routes.paymentProcessor}?${"user" in found ? `user=${found.user}` : `payment=${found.payment}`}`,
  settings: () => routes.settings,
};

/** Whether a path is one that signing in may lead back to. */
export const isBehindLogin = (pathname: string): boolean =>
  pathname === routes.reAccessLogged || (pathname.startsWith("/admin/") && pathname !== routes.login);

/** Where to go after signing in: a page of the admin area on this origin, or else the users list. */
export function safeNext(next: string | null): string {
  if (next === null) return paths.users();
  const url = URL.parse(next, window.location.origin);
  if (url?.origin !== window.location.origin || !isBehindLogin(url.pathname)) return paths.users();
  return url.pathname + url.search + url.hash;
}
