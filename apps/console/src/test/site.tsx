import { vi } from "vitest";
import { Route, Switch, useLocation } from "wouter";
import { useActions } from "@/layout/actions.ts";
import { AppShell } from "@/layout/app-shell.tsx";
import { LoginFrame } from "@/layout/login-frame.tsx";
import { NotFound } from "@/layout/not-found.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { RequireSession } from "@/layout/require-session.tsx";
import { Section } from "@/layout/section.tsx";

/** Told when an action of the user page is run. */
export const opened = vi.fn<() => void>();
const ACTIONS = [
  { label: "Add note", run: opened },
  { label: "Record payment", run: opened, disabledReason: "Only SUPERADMIN or EMPLOYEE can do this." },
];

function UserPage() {
  useActions(ACTIONS);
  return (
    <>
      <PageHeader title="Maria Delgado" />
      <Section id="general" title="General" />
      <Section id="notes" title="Notes" />
    </>
  );
}

/** The shell and its guards around two pages that hold next to nothing. */
export function Site() {
  const [pathname] = useLocation();
  if (pathname === "/admin/login") return <LoginFrame>login form</LoginFrame>;
  return (
    <RequireSession>
      <AppShell>
        <Switch>
          <Route path="/admin/users">
            <PageHeader title="Users" />
          </Route>
          <Route path="/admin/user-detail">
            <UserPage />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </AppShell>
    </RequireSession>
  );
}
