import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Router } from "wouter";
import { makeLinks, makeQueryClient, trpc } from "@/api/client.ts";
import { ToastOutlet } from "@/layout/toast-outlet.tsx";
import { exactPaths } from "@/lib/exact-paths.ts";
import { clearSession, keepToken } from "@/lib/session.ts";
import { leaveSafely } from "@/lib/unsaved-changes.ts";

/** Renders one page or component at an address, with everything around it that the app would give it. */
export function renderPage(page: ReactNode, { at = "/admin/users" }: { at?: string } = {}) {
  window.history.replaceState(null, "", at);
  const queryClient = makeQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  const client = trpc.createClient({ links: makeLinks(`${window.location.origin}/trpc`) });
  const user = userEvent.setup({ delay: null });
  const view = render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Router
          parser={exactPaths}
          aroundNav={(navigate, to, options) => leaveSafely(() => navigate(to, options))}
        >
          {page}
          <ToastOutlet />
        </Router>
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return { ...view, user, queryClient };
}

export const ADMIN = {
  id: "5b0e4b1c-6a57-4c5e-9d0e-8f6f7e3f0a11",
  fullName: "Ada Keller",
  email: "ada.keller@example.com",
  status: "ACTIVE",
  role: "SUPERADMIN",
  mustAddFactor: false,
  flags: { paymentAdjustment: true, virusScanner: true },
  vendorsOff: [],
  paymentFlag: true,
  version: 1,
  banks: { degraded: 0, down: 0 },
  standing: "NORMAL",
} as const;

/** Signs in the way a returning visitor is: with a token in local storage. */
export function signIn(): void {
  keepToken(tokenFor({ sub: ADMIN.id }));
}

export const signOut = clearSession;

/** A token with these claims, and a signature nobody checks. */
export const tokenFor = (claims: Record<string, unknown>): string =>
  ["{}", JSON.stringify(claims), "signature"].map((part) => btoa(part).replace(/=+$/, "")).join(".");

/** The address shown now. */
export const address = (): string => window.location.pathname + window.location.search + window.location.hash;
