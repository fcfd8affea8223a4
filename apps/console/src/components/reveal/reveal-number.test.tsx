import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { RevealNumber } from "./reveal-number.tsx";

beforeEach(signIn);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = (role: "SUPERADMIN" | "ADMIN" | "EMPLOYEE" | "VIEWER" | "AUDITOR", shown: string) => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  return renderPage(<RevealNumber userId={7} field="ein" shown={shown} />, { at: "/admin/user-detail?id=7" });
};

it.each(["SUPERADMIN", "ADMIN"] as const)(
  "the EIN stands whole for the role %s, to be copied",
  async (role) => {
    open(role, "12-3456789");
    expect(await screen.findByRole("button", { name: /Copy.*EIN/i })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Show the EIN/ })).toBeNull();
  },
);

it("is shown to an EMPLOYEE who says why, and a refusal stands in the form", async () => {
  const { user } = open("EMPLOYEE", "*****6789");
  let isRefused = true;
  mockTrpc.mutation("users.reveal", () => {
    if (isRefused)
      throw mockTrpc.refusal("TOO_MANY_REQUESTS", {
        message: "You have viewed full numbers of 2 customers.",
      });
    return { number: "12-3456789" };
  });
  await user.click(await screen.findByRole("button", { name: "Show the EIN of user 7" }));
  const form = within(await screen.findByRole("dialog", { name: "Show the EIN" }));
  await user.type(form.getByLabelText("Reason"), "To file a lien.");
  await user.click(form.getByRole("button", { name: "Show" }));
  expect(await form.findByText(/You have viewed full numbers of 2 customers./)).toBeTruthy();
  isRefused = false;
  await user.click(form.getByRole("button", { name: "Show" }));
  expect(await screen.findByText("12-3456789")).toBeTruthy();
});

it.each(["VIEWER", "AUDITOR"] as const)("stays masked for the role %s", async (role) => {
  open(role, "*****6789");
  expect(await screen.findByText("*****6789")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

const tabIsLeft = () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
};

it.each([
  ["after one minute", () => vi.advanceTimersByTime(60_000)],
  ["when the tab is left", tabIsLeft],
] as const)("hides a number that was shown %s, and prints its end alone", async (_when, happen) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = open("EMPLOYEE", "*****6789");
  mockTrpc.mutation("users.reveal", () => ({ number: "12-3456789" }));
  await user.click(await screen.findByRole("button", { name: "Show the EIN of user 7" }));
  const form = within(await screen.findByRole("dialog", { name: "Show the EIN" }));
  await user.type(form.getByLabelText("Reason"), "To file a lien.");
  await user.click(form.getByRole("button", { name: "Show" }));
  const number = await screen.findByText("12-3456789");
  expect(number.className).toContain("print:hidden");
  expect(number.nextElementSibling?.getAttribute("data-on-paper")).toBe("*****6789");
  act(() => void happen());
  await waitFor(() => expect(screen.queryByText("12-3456789")).toBeNull());
  expect(await screen.findByRole("button", { name: "Show the EIN of user 7" })).toBeTruthy();
});
