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
        data-print="hide"
        className="hidden content-between overflow-hidden bg-primary p-12 text-primary-foreground lg:grid"
      >
        <Tallies />
        <p className="max-w-md text-2xl font-semibold tracking-[-0.01em]">
          Every payment stands in the books once, and every change says who made it.
        </p>
      </aside>
    </div>
  );
}

/** Rows of tally marks, as a counting house kept them. */
const TALLIES = [
  [0, 5],
  [62, 5],
  [124, 5],
  [186, 5],
  [248, 3],
] as const;
const STROKES = [0, 12, 24, 36];

const Tallies = () => (
  <svg
    aria-hidden
    viewBox="0 0 300 60"
    className="w-full max-w-lg fill-none stroke-current"
    strokeWidth="4"
    strokeLinecap="round"
  >
    {TALLIES.map(([left, count]) => (
      <g key={left} transform={`translate(${8 + left} 6)`}>
        {STROKES.slice(0, count).map((x) => (
          <path key={x} d={`M${x} 0V46`} />
        ))}
        {count > STROKES.length && <path d="M-5 36L41 10" />}
      </g>
    ))}
  </svg>
);

/** Where to go after signing in: a page of the admin area on this origin, or else the users list. */
export function safeNext(next: string | null): string {
  if (next === null) return paths.users();
  const url = URL.parse(next, window.location.origin);
  if (url?.origin !== window.location.origin || !isBehindLogin(url.pathname)) return paths.users();
  return url.pathname + url.search + url.hash;
}
