import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { type Factor, FactorsSection } from "./factors-section.tsx";

const AT = new Date("2026-11-20T16:40:00Z");
const PHONE: Factor = {
  id: "0190c1a0-0000-7000-8000-0000000000f1",
  kind: "APP",
  name: "My phone",
  createdAt: AT,
  usedAt: null,
};
const CODES = ["AAAAA-11111", "BBBBB-22222"];

const hold = (factors: Factor[], isDemanded = false) =>
  mockTrpc.query("admins.ownFactors", () => ({ factors, recoveryCodes: factors.length * 10, isDemanded }));

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  hold([]);
});

const open = () => renderPage(<FactorsSection />, { at: "/admin/profile" });
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

it("adds an authenticator app by the password and the code that it shows, and shows the recovery codes once", async () => {
  const sent: unknown[] = [];
  mockTrpc.mutation("admins.beginFactor", ({ input: { kind, current } }) => {
    sent.push({ kind, current });
    return {
      factorId: PHONE.id,
      app: { secret: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", address: "otpauth://totp/Countinghouse:ada" },
      passkey: null,
    };
  });
  mockTrpc.mutation("admins.confirmApp", ({ input: { requestId: _requestId, ...typed } }) => {
    sent.push(typed);
    hold([PHONE]);
    return { message: "You will be asked for it after your password.", recoveryCodes: CODES };
  });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
  await user.type((await dialog("Add an authenticator app")).getByLabelText("Your password"), "my password");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("img", { name: "QR code for the authenticator app" })).toBeTruthy();
  expect(screen.getByText("ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567")).toBeTruthy();
  await user.type(screen.getByLabelText("Name"), "My phone");
  await user.type(screen.getByLabelText("Code"), "123 456");
  await user.click(screen.getByRole("button", { name: "Add" }));
  const codes = await dialog("Recovery codes");
  expect(codes.getAllByRole("listitem").map((item) => item.textContent)).toEqual(CODES);
  await user.click(codes.getByRole("button", { name: "I have stored them" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText("My phone")).toBeTruthy();
  expect(screen.getByText("10 left")).toBeTruthy();
  expect(sent).toEqual([
    { kind: "APP", current: "my password" },
    { factorId: PHONE.id, name: "My phone", code: "123456" },
  ]);
});

it("removes one by the password, and not the last one where the role needs it", async () => {
  const sent: RouterInputs["admins"]["removeFactor"][] = [];
  mockTrpc.mutation("admins.removeFactor", ({ input }) => {
    sent.push(input);
    hold([]);
    return { message: "It was removed." };
  });
  hold([PHONE], true);
  const { user, queryClient } = open();
  const button = await screen.findByRole("button", { name: "Remove" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Your role needs a second factor. Add another one first.",
  );
  hold([PHONE]);
  await queryClient.invalidateQueries();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Remove" }).getAttribute("aria-disabled")).not.toBe("true"),
  );
  await user.click(screen.getByRole("button", { name: "Remove" }));
  const form = await dialog("Remove My phone");
  await user.type(form.getByLabelText("Your password"), "my password");
  await user.click(form.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText(/^None\. After your password, a code is e-mailed/)).toBeTruthy();
  expect(sent).toMatchObject([{ factorId: PHONE.id, current: "my password" }]);
});

it("says to whom whose role needs one that nothing else can be done before", async () => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, mustAddFactor: true }));
  open();
  expect(
    await screen.findByText("Your role needs a second factor. Add one under Profile first."),
  ).toBeTruthy();
});
