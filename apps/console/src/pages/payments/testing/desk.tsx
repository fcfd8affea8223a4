import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import type { openPaymentPage } from "./payment-page.tsx";

type Page = ReturnType<typeof openPaymentPage>;

export const questionGone = () => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
export const summary = () => within(screen.getByRole("complementary", { name: "Summary" }));

export async function fillInSale(page: Page, amount = "412.5") {
  await page.choose("SALE");
  await page.pick(/4242/);
  await page.type("Amount (USD)", amount);
}

export async function fillInFunding(page: Page) {
  await page.choose("FUND");
  await page.pick(/4242/);
  await page.type("Passcode", "4711");
}
