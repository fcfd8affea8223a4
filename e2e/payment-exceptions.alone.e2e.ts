import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { inDatabase } from "./support/database.ts";
import { confirmedOn, pay, payer, REPORTED, takeFromAccount } from "./support/reports.ts";
import { openRowMenu } from "./support/row-menu.ts";
import { advanceClock, armFault } from "./support/sandbox.ts";
import { expect, expectAccessible, expectToast, openGroup, test } from "./support/test.ts";

const readBalance = async (userId: number) => (await confirmedOn(userId)).seen.balanceCents;

const readSettlement = (amountCents: number) =>
  inDatabase((tx) =>
    tx.processorEvent.findFirst({
      where: { kind: "SETTLEMENT", amountCents, appliedAt: null },
      select: { reference: true },
    }),
  );

const section = (page: Page, name: string) => page.getByRole("region", { name });

test("Payment Exceptions: a settlement that nobody knows is matched by hand to a payment that had failed here, and booked once", async ({
  signIn,
}) => {
  const page = await signIn("ADMIN");
  await page.goto("/admin/users");
  const { id: userId, accountId, mask, name } = await payer();
  const dollars = `${randomInt(100, 500)}.08`;
  const amountCents = Math.round(Number(dollars) * 100);

  await test.step("the processor refuses a payment, and takes one like it under a key of its own", async () => {
    await armFault({ provider: "payliance", kind: "status", status: 400, path: "/echeck/", body: dollars });
    await pay(page, {
      userId,
      mode: "DEBIT",
      instrumentId: accountId,
      amountCents,
      parentId: null,
      isExternal: false,
      passcode: "",
      confirmed: await confirmedOn(userId),
    });
    await takeFromAccount(`x${Date.now()}`, dollars, mask);
    await advanceClock({ advanceDays: 7 });
  });
  const before = await readBalance(userId);
  await expect.poll(() => readSettlement(amountCents), REPORTED).not.toBeNull();
  const { reference = "" } = (await readSettlement(amountCents)) ?? {};

  const row = section(page, "Unmatched Reports").getByRole("row").filter({ hasText: reference });
  await test.step("it stands on the list, with the payment and the customer it could belong to", async () => {
    await openGroup(page, "Reports");
    await page.getByRole("link", { name: "Payment Exceptions" }).click();
    await expect(page).toHaveURL("/admin/payment-exceptions");
    await expect(row).toContainText(/ACHSettlementFrom the customer/);
    await expect(row).toContainText(`$${dollars}`);
    await expect(row.getByRole("link", { name: "Payment DEBIT: Failed" })).toBeVisible();
    await expect(row.getByRole("link", { name: `${userId} ${name}` }).first()).toHaveAttribute(
      "href",
      `/admin/user-detail?id=${userId}`,
    );
    await expectAccessible(page);
    expect(await readBalance(userId)).toBe(before);
  });

  await test.step("Match says what is posted, by the keyboard alone, and posts it once", async () => {
    await (await openRowMenu(row, "Match")).press("Enter");
    const form = page.getByRole("dialog", { name: "Match report" });
    await form.getByRole("radio", { name: `DEBIT of ${name} #${userId}` }).press("Space");
    await expect(form.getByRole("status")).toHaveText(
      `$${dollars} is booked as collected from ${name}, who owes that much less.`,
    );
    await expectAccessible(form);
    await form.getByRole("button", { name: "Match" }).press("Enter");
    await expectToast(page, `Settlement of $${dollars}, reference ${reference}, was matched.`);
    await expect(row).toHaveCount(0);
    await expect.poll(() => readBalance(userId)).toBe(before - amountCents);
  });

  await test.step("what had failed here stands under Booking Mismatches, until it is closed with a note", async () => {
    const late = section(page, "Booking Mismatches")
      .getByRole("row")
      .filter({ hasText: `$${dollars}` });
    await expect(late).toContainText("Late outcome");
    await late.getByRole("button", { name: /^Close/ }).click();
    const form = page.getByRole("dialog", { name: "Close “Late outcome”?" });
    await form.getByLabel("Note").fill("Seen in the bank's statement.");
    await form.getByRole("button", { name: "Close it" }).click();
    await expectToast(page, "Closed.");
    await expect(late).toHaveCount(0);
  });

  await test.step("the payment says that it settled, and who has seen to it", async () => {
    await page.goto("/admin/payment-exceptions");
    const paymentId = await inDatabase(async (tx) => {
      const { id } = await tx.paymentIntent.findFirstOrThrow({
        where: { userId, amountCents, state: "SETTLED" },
      });
      return id;
    });
    await page.goto(`/admin/payment-processor?payment=${paymentId}`);
    const seen = page.getByRole("dialog").getByRole("article", { name: "Late outcome" });
    await expect(seen).toContainText("Seen in the bank's statement.");
    expect(await readBalance(userId)).toBe(before - amountCents);
  });

  await test.step("on a narrow screen nothing but the tables scrolls sideways", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/admin/payment-exceptions");
    await expect(section(page, "Unknown Outcomes")).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
});
