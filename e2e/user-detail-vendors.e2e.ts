import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { open, section } from "./support/customer-page.ts";
import { breakLink } from "./support/sandbox.ts";
import { expect, test } from "./support/test.ts";

const { lostBankLink, failedDecision } = FIXTURES;

test("a bank that fails is named with its reason, and works again after it recovers @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, lostBankLink);
  const lost = await section(page, "ACH Details");
  await lost.getByRole("button", { name: "Re-auth" }).click();
  await expect(lost.getByRole("alert")).toContainText("We have lost user's plaid connection");

  await open(page, failedDecision);
  const details = await section(page, "ACH Details");
  const account = await details
    .getByText(/^acc-\d+-\w+$/)
    .first()
    .textContent();
  await breakLink(account ?? "", "INSTITUTION_NOT_RESPONDING");
  await details.getByRole("button", { name: "Re-auth" }).click();
  await expect(details.getByRole("alert")).toContainText(": The banking institution is not responding");
  const balance = await section(page, "Plaid Balance");
  const getBalance = balance.getByRole("button", { name: "Get Plaid Balance" });
  await getBalance.click();
  await expect(balance.getByRole("alert")).toContainText(": The banking institution is not responding");
  await breakLink(account ?? "", null);
  await getBalance.click();
  await expect(
    balance.getByRole("cell", { name: /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [ap]m$/ }).first(),
  ).toBeVisible();
  await section(page, "ACH Details");
  await details.getByRole("button", { name: "Re-auth" }).click();
  await expect(details.getByRole("alert")).toHaveCount(0);

  await test.step("an asset report is requested, prepared by the provider, and ready", async () => {
    const report = await section(page, "Asset Report");
    await report.getByRole("button", { name: /^(?!Reload).*Asset Report$/ }).click();
    await expect(report).toContainText(/Requested: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT\s*Status:\s*READY/);
  });
});
