import type { Page } from "@playwright/test";
import { NOTHING_WAITS, STANDARD_RULES } from "../packages/validators/src/approvals/rules.ts";
import { ACH_USERS, askToProcess, chooseFirst, makeDue, open, review } from "./support/bulk-jobs.ts";
import { inDatabase } from "./support/database.ts";
import { expect, expectToast, test } from "./support/test.ts";

// What waits is the same for everybody.
/** A customer that no other test works with. */
const newCustomer = (firstname: string) =>
  inDatabase((tx) =>
    tx.user.create({
      data: {
        firstname,
        lastname: "Second-Look",
        applications: {
          create: {
            stage: "underwriting",
            alloyStatus: "ManualReview",
            expiresAt: new Date(Date.now() + 30 * 86_400_000),
          },
        },
      },
      select: { id: true },
    }),
  );

const setRules = (rules: object) =>
  inDatabase(async (tx) => {
    const { _max } = await tx.approvalRules.aggregate({ _max: { version: true } });
    await tx.approvalRules.create({
      data: { version: (_max.version ?? 0) + 1, rules: JSON.parse(JSON.stringify(rules)), setAt: new Date() },
    });
  });

/** What the demonstration has. */
let before: object;
test.beforeAll(() => makeDue(ACH_USERS));
// In the turn of each test: meanwhile nobody else goes by these rules.
test.beforeEach(async () => {
  const held = await inDatabase((tx) => tx.approvalRules.findFirst({ orderBy: { version: "desc" } }));
  before = (held?.rules ?? {}) as object;
  const always = STANDARD_RULES.LOAN_RETURN;
  await setRules({ ...NOTHING_WAITS, BULK: always, AUTOMATION: always, MANUAL_APPROVE: always });
});
test.afterEach(() => setRules(before));

const approvals = (page: Page) => page.getByRole("table", { name: "Approvals" });

/** Opens the newest approval of this name in the inbox and decides it. */
async function decide(page: Page, name: RegExp, button: "Approve" | "Deny", expected: RegExp): Promise<void> {
  await page.goto("/admin/approvals");
  await approvals(page).getByRole("button", { name }).first().click();
  const sheet = page.getByRole("dialog");
  await expect(sheet).toContainText(expected);
  await sheet.getByRole("button", { name: button }).click();
}

test("a bulk job waits for a second person, who sees whom it takes how much from, and runs once approved @long", async ({
  signIn,
}) => {
  const maker = await signIn("EMPLOYEE");
  await open(maker, "bulk-ach-payment-v2", "Bulk ACH Payment V2");
  await review(maker, ACH_USERS);
  await chooseFirst(maker, 2);
  await askToProcess(maker, 2);
  const question = maker.getByRole("alertdialog");
  await question.getByLabel("Type the count, 2, to confirm").fill("2");
  await question.getByRole("button", { name: /^Process 2 payments?$/ }).click();
  await expectToast(maker, "Sent for approval");
  const running = () =>
    inDatabase((tx) => tx.bulkBatch.count({ where: { kind: "BULK_ACH", state: "RUNNING" } }));
  expect(await running()).toBe(0);
  const newest = () =>
    inDatabase(async (tx) => {
      const batch = await tx.bulkBatch.findFirst({
        where: { kind: "BULK_ACH" },
        orderBy: { requestedAt: "desc" },
      });
      return batch?.state;
    });
  const checker = await signIn("ADMIN");
  await decide(checker, /^bulk ACH of 2 customers/, "Approve", /Bulk job: always needs approval\./);
  await expectToast(checker, "Approved and completed.");
  await expect.poll(newest).toBe("COMPLETED");
});

test("a run of payment automation waits for a second person @long", async ({ signIn }) => {
  const maker = await signIn("ADMIN");
  await maker.goto("/admin/payment-automation");
  const due = await inDatabase(
    (tx) => tx.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM payment_schedule
      WHERE status = 'UNPAID' AND payment_date <= current_date`,
  );
  expect(due[0]?.n).toBeGreaterThan(0);
  await maker.getByRole("button", { name: "Process Payments" }).click();
  const question = maker.getByRole("alertdialog");
  await question.getByRole("checkbox").check();
  const total = question.getByRole("textbox");
  const shown = await question
    .getByText(/^\$[\d,]+\.\d\d$/)
    .first()
    .textContent();
  if ((await total.count()) > 0) await total.fill((shown ?? "").replaceAll(/[$,]/g, ""));
  await question.getByRole("button", { name: "Process Payments" }).click();
  await expectToast(maker, "Sent for approval");
  const checker = await signIn("SUPERADMIN");
  await decide(checker, /^Payment automation of/, "Deny", /Payment automation: always needs approval\./);
  const form = checker.getByRole("dialog", { name: "Deny this request?" });
  await form.getByLabel("Reason").fill("The sheet is not updated.");
  await form.getByRole("button", { name: "Deny" }).click();
  await expectToast(checker, "Denied.");
});

test("Manual Approve asks for a reason, and waits for a second person @long", async ({ signIn }) => {
  const { id } = await newCustomer("Manuela");
  const maker = await signIn("SUPERADMIN");
  await maker.goto(`/admin/user-detail?id=${id}`);
  const general = maker.getByRole("region", { name: "General" });
  await general.getByRole("button", { name: "Manual Approve" }).click();
  const dialog = maker.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill("The income was proven by phone.");
  await dialog.getByRole("button", { name: "Manual Approve" }).click();
  await expectToast(maker, "Sent for approval");
  const status = () =>
    inDatabase((tx) =>
      tx.application.findFirstOrThrow({ where: { userId: id }, select: { alloyStatus: true } }),
    );
  expect((await status()).alloyStatus).toBe("ManualReview");
  const checker = await signIn("ADMIN");
  await checker.goto(`/admin/user-detail?id=${id}`);
  await checker.getByRole("button", { name: "Decide" }).click();
  await checker.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expectToast(checker, "Approved and completed.");
  expect((await status()).alloyStatus).toBe("Approved");
});
