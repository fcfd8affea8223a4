import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { selectLoaded } from "@/test/select-loaded.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { NO_STANDING } from "@/test/user-standing.ts";
import UsersPage from "./users-page.tsx";

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "EMPLOYEE" as const }));
  mockTrpc.query("users.list", () => ({
    users: Array.from({ length: 15 }, (_, index) => ({
      id: index + 1,
      firstname: "Maria",
      lastname: "Delgado",
      businessName: "",
      email: "",
      ssn: "",
      phone: "",
      currentAddress: "",
      ...NO_STANDING,
    })),
    totalRecords: 40,
    currentPage: 1,
    pages: 3,
    recordsPerPage: 15,
    nextCursor: { value: "15", id: 15, page: 2 },
  }));
});

const open = () => renderPage(<UsersPage />, { at: "/admin/users" });

it("sends all matches to a bulk job by the filters, without the deselected ones, and with the expected number", async () => {
  const frozen: unknown[] = [];
  mockTrpc.mutation("customerLists.freeze", ({ input }) => {
    frozen.push(input);
    return { id: LIST_ID, customers: 39 };
  });
  const { user } = open();
  await selectLoaded(user);
  await user.click(await screen.findByRole("button", { name: "Select all 40 that match" }));
  await user.click(await screen.findByRole("checkbox", { name: "Select user 3" }));
  expect(await screen.findByText("39 selected")).toBeTruthy();
  await waitFor(() =>
    expect(
      screen.getByRole("button", { name: "Use these customers in" }).getAttribute("aria-disabled"),
    ).toBeNull(),
  );
  await user.click(screen.getByRole("button", { name: "Use these customers in" }));
  await user.click(await screen.findByRole("menuitem", { name: "Bulk ACH Payment V2" }));
  await waitFor(() => expect(address()).toBe(`/admin/bulk-ach-payment-v2?list=${LIST_ID}`));
  expect(frozen).toMatchObject([{ of: { list: "users", query: "", except: [3] }, expected: 39 }]);
});

it("sends customers who were selected one by one by their ids, and stays when the server rejects the list", async () => {
  const frozen: unknown[] = [];
  mockTrpc.mutation("customerLists.freeze", ({ input }) => {
    frozen.push(input);
    throw mockTrpc.refusal("CONFLICT", { message: "This list has changed." });
  });
  const { user } = open();
  await user.click(await screen.findByRole("checkbox", { name: "Select user 2" }));
  await user.click(await screen.findByRole("checkbox", { name: "Select user 5" }));
  await waitFor(() =>
    expect(
      screen.getByRole("button", { name: "Use these customers in" }).getAttribute("aria-disabled"),
    ).toBeNull(),
  );
  await user.click(screen.getByRole("button", { name: "Use these customers in" }));
  await user.click(await screen.findByRole("menuitem", { name: "Bulk Balance" }));
  await waitFor(() => expect(frozen).toHaveLength(1));
  expect(frozen).toMatchObject([{ of: { list: "chosen", from: "Users", userIds: [2, 5] }, expected: 2 }]);
  expect(address()).toBe("/admin/users");
});

const LIST_ID = "0197f3a0-0000-7000-8000-0000000000aa";
