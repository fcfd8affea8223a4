import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { getPreferences } from "@/lib/preferences.ts";
import { forgetCustomers, useRememberedCustomer } from "@/lib/recent-customers.ts";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { opened, Site } from "@/test/site.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";

const setUp = (at: string) => renderPage(<Site />, { at });

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  opened.mockReset();
  forgetCustomers();
});

it("opens the command palette from inside a field, and goes to a customer by id", async () => {
  mockTrpc.query("users.find", () => []);
  const { user } = setUp("/admin/users");
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "48213");
  await user.click(await screen.findByRole("option", { name: /Open customer 48213/ }));
  expect(address()).toBe("/admin/user-detail?id=48213");
});

it("finds a customer by two letters, asking the server once the typing pauses", async () => {
  const asked: string[] = [];
  mockTrpc.query("users.find", ({ input }) => {
    asked.push(input.text);
    return [{ ...maria, reason: "Name" }];
  });
  const { user } = setUp("/admin/users");
  await user.click(screen.getByRole("button", { name: /Search or jump to/ }));
  // All at once: between them the typing can not pause.
  const box = await screen.findByRole("combobox");
  for (const value of ["del", "delgado"]) fireEvent.change(box, { target: { value } });
  const option = await screen.findByRole("option", { name: /Maria Delgado/ });
  expect(option.textContent).toContain("Name");
  await user.click(option);
  expect(asked).toEqual(["delgado"]);
  expect(address()).toBe("/admin/user-detail?id=7");
});

it("offers the pages with their keys, and the customers that were opened, when nothing is typed", async () => {
  const { user } = setUp("/admin/users");
  await user.keyboard("{Control>}k{/Control}");
  const page = await screen.findByRole("option", { name: "Users" });
  expect(page.textContent).toContain("gu");
  expect(screen.queryByText("Recent customers")).toBeNull();
  await user.keyboard("{Escape}");
  renderPage(<Opened id={7} name="Maria Delgado" />, { at: "/admin/users" });
  await user.keyboard("{Control>}k{/Control}");
  await user.click(await screen.findByRole("option", { name: /7\s*Maria Delgado/ }));
  expect(address()).toBe("/admin/user-detail?id=7");
});

it("lists the actions of the page, and those not to be had with the reason", async () => {
  const { user } = setUp("/admin/user-detail?id=7");
  await user.keyboard("{Meta>}k{/Meta}");
  const refused = await screen.findByRole("option", { name: /Record payment/ });
  expect(refused.textContent).toContain("Only SUPERADMIN or EMPLOYEE can do this.");
  await user.click(refused);
  expect(opened).not.toHaveBeenCalled();
  await user.click(screen.getByRole("option", { name: "Add note" }));
  expect(opened).toHaveBeenCalledOnce();
});

it("lists the keyboard shortcuts on ?", async () => {
  const { user } = setUp("/admin/users");
  await user.keyboard("?");
  const sheet = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
  expect(sheet.getByText("Go to Users")).toBeTruthy();
  // At its beginning, not at the switch below the list.
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Go to Users"));
  await user.click(sheet.getByRole("switch", { name: "Single-key shortcuts" }));
  expect(getPreferences().singleKeyShortcuts).toBe(false);
});

it("goes to the users list on g u", async () => {
  const { user } = setUp("/admin/user-detail?id=7");
  await user.keyboard("gu");
  expect(address()).toBe("/admin/users");
});

const maria = {
  kind: "user",
  key: "7",
  userId: 7,
  name: "Maria Delgado",
  batch: null,
} as const;

function Opened({ id, name }: { id: number; name: string }) {
  useRememberedCustomer(id, name);
  return null;
}
