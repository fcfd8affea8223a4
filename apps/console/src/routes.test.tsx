import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { aUser, USER_ID } from "@/pages/user-detail/testing/user-page.tsx";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { Routes } from "./routes.tsx";

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("users.list", () => ({
    users: [],
    totalRecords: 0,
    currentPage: 1,
    pages: 0,
    recordsPerPage: 15,
    nextCursor: null,
  }));
});

it.each(["/", "/admin", "/admin/users"])("shows the users list at %s", async (at) => {
  renderPage(<Routes />, { at });
  expect(await screen.findByRole("heading", { level: 1, name: "Users" })).toBeTruthy();
  expect(address()).toBe("/admin/users");
});

it.each(["/admin/nonsense", "/nonsense", "/admin/USERS", "/admin/payment-automation/x"])(
  "shows the unknown page at %s, and stays there",
  async (at) => {
    renderPage(<Routes />, { at });
    expect(await screen.findByRole("heading", { level: 1, name: "Page not found" })).toBeTruthy();
    expect(address()).toBe(at);
  },
);

it("leads from a batch of payment automation to the page with it chosen", async () => {
  renderPage(<Routes />, { at: "/admin/payment-automation/1763730000000" });
  await waitFor(() => expect(address()).toBe("/admin/payment-automation?batch=1763730000000"));
});

it("asks once for the customer of the address, whose page comes meanwhile", async () => {
  const asked: number[] = [];
  mockTrpc.query("users.get", ({ input }) => {
    asked.push(input.id);
    return aUser();
  });
  renderPage(<Routes />, { at: `/admin/user-detail?id=${USER_ID}` });
  await waitFor(() => expect(screen.getByRole("region", { name: "General" }).dataset.state).toBe("ready"));
  expect(asked).toEqual([USER_ID]);
});
