import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Redirect, useLocation } from "wouter";
import { useSession } from "@/lib/session.ts";
import { isBehindLogin, paths } from "@/paths.ts";

/** Lets only visitors with a decodable token see what is inside; others go to login, and come back after it. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const [pathname] = useLocation();
  const queryClient = useQueryClient();
  const isOver = session === null;
  useEffect(() => {
    // Whoever signs in next on this page may see less: nothing that was read stays when the session ended by itself.
    if (isOver) queryClient.clear();
  }, [isOver, queryClient]);
  if (session !== null) return children;
  const here = pathname + window.location.search + window.location.hash;
  const next = isBehindLogin(pathname) && here !== paths.users() ? here : undefined;
  return <Redirect to={paths.login({ next })} replace />;
}
