import type { ReactNode } from "react";
import { Redirect, useLocation } from "wouter";
import { useSession } from "@/lib/session.ts";
import { isBehindLogin, paths } from "@/paths.ts";

/** Lets only visitors with a decodable token see what is inside; others go to login, and come back after it. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const [pathname] = useLocation();
  if (session !== null) return children;
  const here = pathname + window.location.search + window.location.hash;
  const next = isBehindLogin(pathname) && here !== paths.users() ? here : undefined;
  return <Redirect to={paths.login({ next })} replace />;
}
