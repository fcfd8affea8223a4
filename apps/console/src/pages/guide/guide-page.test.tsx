import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { Route } from "wouter";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { Site } from "@/test/site.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import GuidePage from "./guide-page.tsx";

const Pages = () => <Route path={/^\/admin\/guide/} component={GuidePage} />;
const open = (at: string) => renderPage(<Pages />, { at });
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
});

it("begins with the contents, and leads from there to a chapter and on to another", async () => {
  const { user } = open("/admin/guide");
  await heading("Guide");
  await user.click(await within(screen.getByRole("article")).findByRole("link", { name: "Words" }));
  await heading("Words");
  expect(address()).toBe("/admin/guide/glossary");
  await user.click(await within(screen.getByRole("article")).findByRole("link", { name: "Roles" }));
  await heading("Roles: who may do what");
});

it.each([
  ["/admin/guide/primary-account", "Bank accounts and cards", "/admin/guide/accounts"],
  ["/admin/guide/bulk-ach-payment-v2", "Bulk Debit and Bulk ACH", "/admin/guide/bulk-payments"],
  ["/admin/guide/settings-system", "System", "/admin/guide/system"],
  ["/admin/guide/re-access-logged", "Visiting the customer portal", "/admin/guide/customer-portal"],
  ["/admin/guide/nothing", "Guide", "/admin/guide"],
])("finds the chapter about a page by the page's address: %s", async (at, title, to) => {
  open(at);
  await heading(title);
  await waitFor(() => expect(address()).toBe(to));
});

it("shows what a message means, and its picture with words for who can not see it", async () => {
  open("/admin/guide/payment");
  await heading("Payment: one customer");
  expect(await screen.findByRole("row", { name: /^Please enter pass code Money out needs it/ })).toBeTruthy();
  expect(screen.getByRole("img", { name: "A DEBIT before it is reviewed" }).getAttribute("src")).toContain(
    "payment",
  );
});

it("has checklists that can be ticked off", async () => {
  const { user } = open("/admin/guide/closing-day");
  await heading("Closing the day");
  const line = await screen.findByRole("checkbox", { name: /^Payment automation has run today/ });
  await user.click(line);
  expect((line as HTMLInputElement).checked).toBe(true);
});

it("is searched from the palette: a chapter, a part, a message by its first words", async () => {
  const { user } = renderPage(<Site />, { at: "/admin/users" });
  await user.keyboard("{Control>}k{/Control}");
  const box = await screen.findByRole("combobox");
  await user.type(box, "expired cards");
  const found = await screen.findByRole("option", { name: /Expired cards can not be activated/ });
  expect(found.textContent).toContain("Bank accounts and cards: Messages");
  await user.clear(box);
  await user.type(box, "entered wrong code");
  const passcodes = await screen.findAllByRole("option", { name: /^You have entered (the )?wrong code/ });
  expect(passcodes.map(({ textContent }) => textContent)).toEqual([
    "You have entered the wrong codePayment: one customer: Messages",
    "You have entered wrong codePayment: one customer: Messages",
  ]);
  await user.clear(box);
  await user.type(box, "return rates");
  await user.click(await screen.findByRole("option", { name: /^Return rates.*chargebacks/i }));
  expect(address()).toBe("/admin/guide/chargebacks#return-rates");
});

it("is led to from the top of each page and from the keys, in a tab of its own", async () => {
  const { user } = renderPage(<Site />, { at: "/admin/user-detail?id=7" });
  const help = screen.getByRole("link", { name: /^Guide to this page/ });
  expect([help.getAttribute("href"), help.getAttribute("target")]).toEqual([
    "/admin/guide/user-detail",
    "_blank",
  ]);
  await user.keyboard("?");
  const sheet = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
  expect(sheet.getByRole("link", { name: /^Guide to this page/ }).getAttribute("href")).toBe(
    "/admin/guide/user-detail",
  );
  expect(sheet.getByRole("link", { name: /^All of the guide/ }).getAttribute("href")).toBe("/admin/guide");
});
