import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RequireSession } from "@/layout/require-session.tsx";
import { markActive } from "@/lib/activity.ts";
import { clearSession, interruptSession, keepToken, readToken } from "@/lib/session.ts";
import { ADMIN, address, renderPage, signIn, tokenFor } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import IdleEnd from "./idle-end.tsx";

// happy-dom runs no workers, so the widget's own code can not solve anything here.
vi.mock("@/components/sign-in/altcha.ts", () => ({}));

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  clearSession();
});

/** A page with a field to type into, behind the guard of every page. */
function open() {
  const signedOut: (string | null)[] = [];
  mockTrpc.mutation("auth.signOut", ({ request }) => {
    signedOut.push(request.headers.get("authorization"));
    return { message: "" };
  });
  const view = renderPage(
    <RequireSession>
      <input aria-label="Amount" />
      <IdleEnd />
    </RequireSession>,
    { at: "/admin/payment?id=7" },
  );
  return { ...view, user: userEvent.setup({ advanceTimers: () => undefined }), signedOut };
}

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const amount = () => screen.getByLabelText<HTMLInputElement>("Amount");

it("warns after 58 minutes without a key or a click, with the time that is left, and goes on for whoever stays", async () => {
  const { user } = open();
  await wait(57.5 * MINUTE);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await wait(MINUTE);
  expect((await screen.findByRole("alertdialog", { name: "Are you still there?" })).textContent).toMatch(
    /You will be signed out in 1:\d\d\. Your entries on this page stay./,
  );
  await user.click(screen.getByRole("button", { name: "Stay signed in" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await wait(57 * MINUTE);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(readToken()).not.toBeNull();
});

it("does not warn somebody who works, here or in another window", async () => {
  const { user } = open();
  await wait(50 * MINUTE);
  await user.type(amount(), "1");
  await wait(50 * MINUTE);
  markActive();
  await wait(57 * MINUTE);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("a storage that was emptied is no hour without a key: who emptied it was there", async () => {
  const { signedOut } = open();
  localStorage.removeItem("last-active");
  await wait(MINUTE);
  expect(readToken()).not.toBeNull();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(signedOut).toEqual([]);
});

it("ends the session here and on the server after the hour, covers the page, and gives it back as it was", async () => {
  const { user, signedOut } = open();
  const token = readToken();
  await user.type(amount(), "12.50");
  await wait(58 * MINUTE);
  await wait(3 * MINUTE);
  expect(await screen.findByRole("dialog", { name: "Sign in again" })).toBeTruthy();
  expect(await screen.findByLabelText("Password")).toBeTruthy();
  expect(readToken()).toBeNull();
  await waitFor(() => expect(signedOut).toEqual([`Bearer ${token}`]));
  expect(address()).toBe("/admin/payment?id=7");
  act(() => keepToken(tokenFor({ sub: ADMIN.id, exp: 2_000_000_000 })));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(amount().value).toBe("12.50");
});

it("gives nothing of what was typed or read to somebody else who signs in", async () => {
  const { user, queryClient } = open();
  await user.type(amount(), "12.50");
  queryClient.setQueryData(["read"], "before");
  act(interruptSession);
  await screen.findByRole("dialog", { name: "Sign in again" });
  act(() => keepToken(tokenFor({ sub: "somebody else" })));
  await waitFor(() => expect(amount().value).toBe(""));
  expect(queryClient.getQueryData(["read"])).toBeUndefined();
});

it("leads to the login whoever leaves the page, and a window that is opened meanwhile", async () => {
  const { user } = open();
  act(interruptSession);
  await user.click(await screen.findByRole("button", { name: "Leave this page" }));
  await waitFor(() => expect(address()).toMatch(/^\/admin\/login\?next=/));
});
