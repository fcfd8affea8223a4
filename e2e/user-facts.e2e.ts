import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { PROCESSOR_TRANSACTIONS_PAGE_SIZE as PAGE_SIZE } from "../packages/validators/src/processor-transactions/rules.ts";
import { region, section } from "./support/customer-page.ts";
import { inDatabase } from "./support/database.ts";
import { armedFaults, armFault } from "./support/sandbox.ts";
import { expect, expectAccessible, follow, pageThroughout, test } from "./support/test.ts";

/** On it nothing is changed. */
const viewer = pageThroughout("VIEWER");

async function open(page: Page, { id }: { id: number }): Promise<void> {
  await follow(page, `/admin/user-detail?id=${id}`);
  await section(page, "Risk Facts");
}
const LACKING = "The decision engine did not return the missing values.";
const toFact = (page: Page, label: string) =>
  region(page, "Risk Facts")
    .locator("dt", { hasText: new RegExp(`^${label}$`) })
    .locator("xpath=following-sibling::dd");

test("facts that are missing are looked up by the server, and then stand on the page @long", async () => {
  const page = viewer();
  await open(page, FIXTURES.factsMissing);
  await expect(toFact(page, "Is SMB")).toHaveText("Yes");
  await expect(toFact(page, "Has High Risk")).toHaveText("Yes");
  await expect(toFact(page, "Decline Reason")).toHaveText(/Insufficient income|Recent bankruptcy|OFAC match/);
  await page.reload();
  await section(page, "Risk Facts");
  await expect(toFact(page, "Is SMB")).toHaveText("Yes");
});

test("a look-up that the decision engine refuses is shown as failed, and staff can have it repeated @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  // Other customers' decisions are looked up meanwhile.
  const { id: userId } = FIXTURES.factsMissingToo;
  const { evaluationToken } = await inDatabase((tx) =>
    tx.decision.findFirstOrThrow({ where: { userId }, orderBy: [{ createdAt: "desc" }, { id: "desc" }] }),
  );
  await armFault({ provider: "alloy", kind: "status", status: 403, path: `/evaluations/${evaluationToken}` });
  await open(page, FIXTURES.factsMissingToo);
  await expect(page.getByText(LACKING)).toBeVisible();
  expect(await armedFaults("alloy")).toBe(0);
  await region(page, "Risk Facts").getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(LACKING)).toHaveCount(0);
  await expect(toFact(page, "Has High Risk")).toHaveText("Yes");
});

test("the first user of a renewed customer tells the risk of the renewal @long", async () => {
  const page = viewer();
  await open(page, FIXTURES.renewedFirst);
  await expect(toFact(page, "Renewal Has High Risk")).toHaveText(/^(Yes|No)$/);
});

/** The bulk tests pay as the customers before, others as those of the fixtures: nobody as these. */
const PAID_BY_NOBODY = 10_240;

/** One of them with one page of transactions and a part of another, and how many there are. */
async function customerWithTransactions(): Promise<{ id: number; count: number }> {
  const [found] = await inDatabase(
    (tx) => tx.$queryRaw<{ id: number; count: number }[]>`
      SELECT i.user_id AS id, count(*)::int AS count
      FROM payment_intent i JOIN payment_attempt t ON t.intent_id = i.id
      WHERE i.user_id >= ${PAID_BY_NOBODY} AND t.provider <> 'manual'
      GROUP BY i.user_id HAVING count(*) > ${PAGE_SIZE} AND count(*) < ${2 * PAGE_SIZE} ORDER BY id LIMIT 1`,
  );
  if (!found) throw new Error("No customer has as many transactions.");
  return found;
}

test("processor transactions are shown ten at a time, and staff reach them from the anchors @long", async () => {
  const page = viewer();
  const customer = await customerWithTransactions();
  await open(page, customer);
  await page
    .getByRole("navigation", { name: "On this page" })
    .getByRole("link", { name: /^Payment Processor/ })
    .click();
  const transactions = region(page, "Payment Processor");
  const head = 1;
  await expect(transactions.getByRole("row")).toHaveCount(head + PAGE_SIZE);
  await expect(transactions.getByText(/^(Payliance|TabaPay)$/).first()).toBeVisible();
  const more = transactions.getByRole("button", { name: /^Show more 10/ });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(transactions.getByRole("row")).toHaveCount(head + customer.count);
  await expect(more).toHaveCount(0);
});

test("bank data that came have their statistics, with windows of 30, 60 and 90 days @long", async () => {
  const page = viewer();
  await open(page, FIXTURES.accountFundedBefore);
  const statistics = await section(page, "Data Statistics");
  await expect(statistics.getByText("Last Revenue Deposit Date")).toBeVisible();
  await expect(statistics.getByRole("row")).toHaveCount(4);
  await expect(statistics.getByRole("cell", { name: /^90 days/ })).toBeVisible();
});

test("axe finds nothing wrong with what staff read of facts, statistics and processors @long", async () => {
  const page = viewer();
  await open(page, FIXTURES.accountFundedBefore);
  await expect((await section(page, "Payment Processor")).getByRole("row").nth(1)).toBeVisible();
  await expect((await section(page, "Data Statistics")).getByRole("row")).toHaveCount(4);
  await expect((await section(page, "Risk Facts")).getByText("Has High Risk")).toBeVisible();
  await expectAccessible(page.locator("#risk-facts, #data-statistics, #payment-processor"));
});
