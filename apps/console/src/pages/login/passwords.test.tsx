import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { clearSession, readToken } from "@/lib/session.ts";
import { address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import ForgotPasswordPage from "./forgot-password-page.tsx";
import SetPasswordPage from "./set-password-page.tsx";

// happy-dom runs no workers, so the widget's own code cannot solve anything here: it is replaced by one that has.
vi.mock("@/components/sign-in/altcha.ts", () => {
  class SolvedWidget extends HTMLElement {
    connectedCallback() {
      queueMicrotask(() =>
        this.dispatchEvent(
          new CustomEvent("statechange", { detail: { state: "verified", payload: "solved" } }),
        ),
      );
    }
  }
  if (!customElements.get("altcha-widget")) customElements.define("altcha-widget", SolvedWidget);
  return {};
});

const TOKEN = "A".repeat(43);

beforeEach(clearSession);

it("asks for a link with the solved bot check, and says what the server says of every address", async () => {
  const sent: unknown[] = [];
  mockTrpc.mutation("admins.forgotPassword", ({ input }) => {
    sent.push(input);
    return { message: "If this address belongs to an admin, a link is on its way." };
  });
  const { user } = renderPage(<ForgotPasswordPage />, { at: "/admin/forgot-password" });
  await user.type(screen.getByLabelText("Email"), "Ada@lender.example");
  await waitFor(() => expect(document.querySelector("altcha-widget")).toBeTruthy());
  await user.click(screen.getByRole("button", { name: "Send me a link" }));
  expect(await screen.findByText(/^If this address belongs/)).toBeTruthy();
  expect(sent).toEqual([{ email: "ada@lender.example", botCheck: "solved" }]);
});

it("takes the token out of the address, sets the password, and signs this browser out", async () => {
  const sent: unknown[] = [];
  mockTrpc.mutation("admins.setPassword", ({ input }) => {
    sent.push(input);
    return { message: "Your password was set. Sign in with it." };
  });
  signIn();
  const { user, queryClient } = renderPage(<SetPasswordPage />, { at: `/admin/set-password#${TOKEN}` });
  await waitFor(() => expect(address()).toBe("/admin/set-password"));
  await user.type(screen.getByLabelText("New password"), "short");
  await user.click(screen.getByRole("button", { name: "Set password" }));
  expect(await screen.findByText("Enter a password of at least 15 characters.")).toBeTruthy();
  await user.type(screen.getByLabelText("New password"), " but longer than that");
  await user.click(screen.getByRole("button", { name: "Set password" }));
  expect(await screen.findByText("Your password was set. Sign in with it.")).toBeTruthy();
  expect(sent).toEqual([{ token: TOKEN, password: "short but longer than that" }]);
  expect(readToken()).toBeNull();
  expect(screen.queryByLabelText("New password")).toBeNull();
  await waitFor(() =>
    expect(
      JSON.stringify(
        queryClient
          .getMutationCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain("longer than that"),
  );
});

it("of an address without a link says so, and asks for no password", () => {
  renderPage(<SetPasswordPage />, { at: "/admin/set-password" });
  expect(screen.getByRole("alert").textContent).toContain("This link is no longer valid.");
  expect(screen.queryByLabelText("New password")).toBeNull();
});
