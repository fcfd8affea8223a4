/** The paths the router matches. */
export const routes = {
  home: "/",
  admin: "/admin",
  login: "/admin/login",
  users: "/admin/users",
  userDetail: "/admin/user-detail",
} as const;

/** Every URL of the console. Pages and links name an entry; no address is spelled anywhere else. */
export const paths = {
  login: ({ next }: { next?: string | undefined } = {}) =>
    next === undefined ? routes.login : `${routes.login}?next=${encodeURIComponent(next)}`,
  users: () => routes.users,
  userDetail: ({ id, section }: { id: number; section?: string | undefined }) =>
    `${routes.userDetail}?id=${id}${section === undefined ? "" : `#${section}`}`,
};

/** Where to go after signing in: a page of the admin area on this origin, or else the users list. */
export function safeNext(next: string | null): string {
  if (next === null) return paths.users();
  const url = URL.parse(next, window.location.origin);
  if (url?.origin !== window.location.origin || !url.pathname.startsWith("/admin/")) return paths.users();
  if (url.pathname === routes.login) return paths.users();
  return url.pathname + url.search + url.hash;
}
