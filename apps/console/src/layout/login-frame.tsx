import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Redirect, useSearch } from "wouter";
import { useSession } from "@/lib/session.ts";
import { isBehindLogin, paths } from "@/paths.ts";
import { Failure } from "./failure.tsx";
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
      <aside
        className="hidden content-center justify-items-center gap-8 border-l bg-sidebar p-12 lg:grid"
        data-print="hide"
      >
        <Books />
        <p className="max-w-sm text-center text-lg text-muted-foreground">
          Every payment stands in the books once, and every change says who made it.
        </p>
      </aside>
    </div>
  );
}

/** Lines of a ledger, each with its counterpart: what the product keeps, drawn without a number. */
const LINES = [
  [52, 26],
  [44, 34],
  [60, 22],
  [38, 30],
  [50, 26],
] as const;

const Books = () => (
  <svg aria-hidden viewBox="0 0 240 170" className="w-full max-w-sm rounded-lg border bg-card p-2">
    {LINES.map(([words, amount], line) => (
      <g key={words} transform={`translate(14 ${18 + line * 26})`}>
        <circle cx="4" cy="5" r="4" className={line === 2 ? "fill-warning" : "fill-success"} />
        <rect x="18" y="1" width={words} height="8" rx="4" className="fill-border-strong" />
        <rect x={150 - amount} y="1" width={amount} height="8" rx="4" className="fill-primary" />
        <rect x={212 - amount} y="1" width={amount} height="8" rx="4" className="fill-border-strong" />
        <path d="M0 18.5H212" className="stroke-border" />
      </g>
    ))}
    <rect x="106" y="152" width="58" height="9" rx="4" className="fill-primary" />
    <rect x="168" y="152" width="58" height="9" rx="4" className="fill-border-strong" />
  </svg>
);

/** Where to go after signing in: a page of the admin area on this origin, or else the users list. */
export function safeNext(next: string | null): string {
  if (next === null) return paths.users();
  const url = URL.parse(next, window.location.origin);
  if (url?.origin !== window.location.origin || !isBehindLogin(url.pathname)) return paths.users();
  return url.pathname + url.search + url.hash;
}
