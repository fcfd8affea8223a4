import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Redirect, useSearch } from "wouter";
import { useSession } from "@/lib/session.ts";
import { isBehindLogin, paths } from "@/paths.ts";
import { Failure } from "./failure.tsx";
import LoginAside from "./login-aside.tsx";
import { Wordmark } from "./wordmark.tsx";

/** The page without a shell. Whoever is signed in, or has just become so, is sent on. */
export function LoginFrame({ children }: { children: ReactNode }) {
  const session = useSession();
  const search = useSearch();
  if (session !== null) return <Redirect to={safeNext(new URLSearchParams(search).get("next"))} replace />;
  return <BareFrame>{children}</BareFrame>;
}

/** The same for whoever comes, signed in or not. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-svh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <main className="mx-auto flex w-full max-w-sm flex-col justify-center gap-6 px-4 py-10">
        <Wordmark />
        <ErrorBoundary FallbackComponent={Failure}>
          <Suspense fallback={<div className="h-80 rounded-lg border bg-card" />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <LoginAside />
    </div>
  );
}

/** Where to go after signing in: a page of the admin area on this origin, or else the users list. */
export function safeNext(next: string | null): string {
  if (next === null) return paths.users();
  const url = URL.parse(next, window.location.origin);
  if (url?.origin !== window.location.origin || !isBehindLogin(url.pathname)) return paths.users();
  return url.pathname + url.search + url.hash;
}
