import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { usePageActions } from "@/layout/actions.ts";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { useCustomerActions } from "./use-customer-actions.ts";

const CUSTOMER = { id: 10_001, name: "Maria Delgado" };

/** Renders a page of the customer, with the actions of the palette as buttons. */
function open(role: "EMPLOYEE" | "VIEWER", own?: Parameters<typeof useCustomerActions>[1]) {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  const Page = () => {
    useCustomerActions(CUSTOMER, own);
    return null;
  };
  const Palette = () =>
    usePageActions().map(({ label, run, disabledReason }) => (
      <button key={label} type="button" title={disabledReason ?? ""} onClick={run}>
        {label}
      </button>
    ));
  return renderPage(
    <>
      <Page />
      <Palette />
    </>,
    { at: "/admin/applications?id=10001" },
  );
}

it.each([
  ["Charge Maria Delgado", "/admin/payment?id=10001"],
  ["Create Note", "/admin/user-detail?id=10001&drawer=note"],
  ["Ban Maria Delgado (Do Not Fund)", "/admin/user-detail?id=10001#do-not-fund"],
])("offers %s on any page of the customer, and opens the page for it", async (label, to) => {
  const { user } = open("EMPLOYEE");
  await user.click(await screen.findByRole("button", { name: label }));
  expect(address()).toBe(to);
});

it("shows a VIEWER which roles may use each action", async () => {
  open("VIEWER");
  for (const label of ["Charge Maria Delgado", "Create Note", "Ban Maria Delgado (Do Not Fund)"])
    await waitFor(() => expect(screen.getByRole("button", { name: label }).title).toMatch(/^Only /));
});

it("leaves out the charge on the payment page, and writes a note without leaving that page", async () => {
  let written = 0;
  const { user } = open("EMPLOYEE", {
    charge: true,
    note: () => {
      written += 1;
    },
  });
  await user.click(await screen.findByRole("button", { name: "Create Note" }));
  expect(written).toBe(1);
  expect(address()).toBe("/admin/applications?id=10001");
  expect(screen.queryByRole("button", { name: /^Charge / })).toBeNull();
});
