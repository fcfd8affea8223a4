import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { Routes } from "@/routes.tsx";
import { ADMIN, address, renderPage, signIn, signOut } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";

const ID = "0199f3c2-7b1e-4c3a-9f20-3a0d7be1c001";
const AT = `/re-access/logged?id=${ID}`;

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
});

it("confirms as whom, by whom and when in New York the portal was entered", async () => {
  const asked: string[] = [];
  mockTrpc.query("reAccess.get", ({ input }) => {
    asked.push(input.id);
    return {
      userId: 10_001,
      customer: "Maria Delgado",
      adminName: "Ada Keller",
      redeemedAt: new Date("2026-11-20T15:00:05Z"),
    };
  });
  renderPage(<Routes />, { at: AT });
  const customer = await screen.findByText("Maria Delgado");
  expect(customer.closest("p")?.textContent).toBe(
    "Ada Keller entered the customer portal as Maria Delgado (customer 10001) on 2026-11-20 10:00:05 (New York). The visit is recorded.",
  );
  expect(screen.getByRole("link", { name: "Go to Maria Delgado" }).getAttribute("href")).toBe(
    "/admin/user-detail?id=10001",
  );
  expect(asked).toEqual([ID]);
});

it("a visit that is not one's own is told to be none, and nothing is shown of it", async () => {
  mockTrpc.query("reAccess.get", () => {
    throw mockTrpc.refusal("NOT_FOUND", { message: "There is no such re-access of yours." });
  });
  renderPage(<Routes />, { at: AT });
  expect(await screen.findByText("There is no such re-access of yours.")).toBeTruthy();
  expect(screen.queryByText(/entered the customer portal/)).toBeNull();
});

it("an admin who may not enter the portal is told so", async () => {
  mockTrpc.query("reAccess.get", () => {
    throw mockTrpc.refusal("FORBIDDEN", { message: "Only SUPERADMIN, ADMIN or EMPLOYEE can do this." });
  });
  renderPage(<Routes />, { at: AT });
  expect(await screen.findByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.")).toBeTruthy();
});

it("an address that names no visit says so", async () => {
  renderPage(<Routes />, { at: "/re-access/logged" });
  expect(await screen.findByText("This address has no visit to the customer portal.")).toBeTruthy();
});

it("whoever is not signed in comes back to it after signing in", () => {
  signOut();
  renderPage(<Routes />, { at: AT });
  expect(address()).toBe(`/admin/login?next=${encodeURIComponent(AT)}`);
});
