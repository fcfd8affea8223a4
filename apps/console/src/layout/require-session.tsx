import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Redirect, useLocation } from "wouter";
import { readSession, useSession } from "@/lib/session.ts";
import { isBehindLogin, paths } from "@/paths.ts";

type RequireSessionProps = { children: ReactNode };

/** Lets only visitors with a decodable token see what is inside; others go to login, and come back after it. */
export function RequireSession({ children }: RequireSessionProps) {
  const session = useSession();
  const [pathname] = useLocation();
  if (session !== null)
    return (
      <SignedIn key={session.adminId} adminId={session.adminId}>
        {children}
      </SignedIn>
    );
  const here = pathname + window.location.search + window.location.hash;
  const next = isBehindLogin(pathname) && here !== paths.users() ? here : undefined;
  return <Redirect to={paths.login({ next })} replace />;
}

/** Nothing that was read outlives its session, however that ended: whoever signs in next on this page may see less. */
function SignedIn({ adminId, children }: RequireSessionProps & { adminId: string }) {
  const queryClient = useQueryClient();
  useEffect(
    () => () => {
      if (readSession()?.adminId !== adminId) queryClient.clear();
    },
    [queryClient, adminId],
  );
  return children;
}
