import { lazy } from "react";
import { Redirect, Route, Switch } from "wouter";
import { AppShell } from "./layout/app-shell.tsx";
import { LoginFrame } from "./layout/login-frame.tsx";
import { NotFound } from "./layout/not-found.tsx";
import { RequireSession } from "./layout/require-session.tsx";
import { paths, routes } from "./paths.ts";

const LoginPage = lazy(() => import("./pages/login/login-page.tsx"));
const UsersPage = lazy(() => import("./pages/users/users-page.tsx"));
const UserDetailPage = lazy(() => import("./pages/user-detail/user-detail-page.tsx"));

/** Every address of the console. What is not listed shows the unknown page. */
export const Routes = () => (
  <Switch>
    <Route path={routes.login}>
      <LoginFrame>
        <LoginPage />
      </LoginFrame>
    </Route>
    <Route path={routes.home}>
      <Redirect to={paths.users()} replace />
    </Route>
    <Route path={routes.admin}>
      <Redirect to={paths.users()} replace />
    </Route>
    <Route>
      <RequireSession>
        <AppShell>
          <Switch>
            <Route path={routes.users} component={UsersPage} />
            <Route path={routes.userDetail} component={UserDetailPage} />
            <Route component={NotFound} />
          </Switch>
        </AppShell>
      </RequireSession>
    </Route>
  </Switch>
);
