import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { open, region, section } from "./support/customer-page.ts";
import { inDatabase } from "./support/database.ts";
import { armFault, breakLink, whileFaulty } from "./support/sandbox.ts";
import { expect, test } from "./support/test.ts";

test.use({ alone: true });

/** Walks what specification 1 says of the customer's page when a vendor refuses: faults of the sandbox, not of ours. */

const { lostBankLink, failedDecision, emptyUser } = FIXTURES;

test("what the outside world refuses says so in the product's words, and comes back by itself @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE", "own");

  await test.step("'Do Not Fund: … a CRM id is required ('Zoho Id is empty.')'", async () => {
    await open(page, emptyUser);
    const doNotFund = await section(page, "Do Not Fund");
    await expect(doNotFund).toContainText("Zoho Id is empty.");
    await expect(doNotFund.getByRole("switch")).toHaveAttribute("aria-disabled", "true");
    const request = region(page, "CRM").getByRole("button", { name: "Request deal id" });
    await expect(request).toHaveAccessibleDescription("Zoho Id is empty.");
  });

  const details = region(page, "ACH Details");
  const reAuth = () => details.getByRole("button", { name: "Re-auth" }).click();
  await test.step("''Auth is not done by the user' when authIsDone is false'", async () => {
    const where = { userId: lostBankLink.id };
    await inDatabase((tx) => tx.bankLink.updateMany({ where, data: { authIsDone: false } }));
    await open(page, lostBankLink);
    await expect(await section(page, "ACH Details")).toContainText("Auth is not done by the user");
  });
  await test.step("'ITEM_LOGIN_REQUIRED shows that the user's bank-link connection is lost ('We have lost user's plaid connection')'", async () => {
    await reAuth();
    await expect(details.getByRole("alert")).toContainText("We have lost user's plaid connection");
  });
  await test.step("'INTERNAL_SERVER_ERROR shows 'Plaid is experiencing internal system issues'; otherwise the server message or 'Something went wrong while re-auth!'", async () => {
    await open(page, failedDecision);
    await section(page, "ACH Details");
    for (const [fault, said] of [
      [{ kind: "status", status: 500 }, "Plaid is experiencing internal system issues"],
      [{ kind: "status", status: 400 }, "a field is invalid"],
      [{ kind: "html" }, "Something went wrong while re-auth!"],
    ] as const) {
      await armFault({ provider: "plaid", path: "/auth/get", ...fault });
      await reAuth();
      await expect(details.getByRole("alert")).toContainText(said);
    }
    await reAuth();
    await expect(details.getByRole("alert")).toHaveCount(0);
  });

  await test.step("'INSTITUTION_NOT_RESPONDING shows 'The banking institution is not responding''", async () => {
    const said = ": The banking institution is not responding";
    const account = await details
      .getByText(/^acc-\d+-\w+$/)
      .first()
      .textContent();
    await breakLink(account ?? "", "INSTITUTION_NOT_RESPONDING");
    const balance = await section(page, "Plaid Balance");
    await balance.getByRole("button", { name: "Get Plaid Balance" }).click();
    await expect(balance.getByRole("alert")).toContainText(said);
    await section(page, "ACH Details");
    await reAuth();
    await expect(details.getByRole("alert")).toContainText(said);
    await breakLink(account ?? "", null);
  });

  await test.step("'Times display in New York time (America/New_York, format DD/MM/yyyy hh:mm:ss a for balance timestamps …'", async () => {
    const balance = await section(page, "Plaid Balance");
    await balance.getByRole("button", { name: "Get Plaid Balance" }).click();
    const time = balance.getByRole("cell", { name: /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [ap]m$/ });
    await expect(time.first()).toBeVisible();
  });

  const report = region(page, "Asset Report");
  const request = () => report.getByRole("button", { name: /Asset Report$/ }).click();
  await test.step("'states PENDING and ERROR are shown'; 'Asset report temporarily unavailable'", async () => {
    await section(page, "Asset Report");
    // When it is repeated, the customer has a report.
    const path = test.info().repeatEachIndex === 0 ? "/asset_report/create" : "/asset_report/refresh";
    await armFault({ provider: "plaid", kind: "status", status: 400, path });
    await request();
    await expect(report).toContainText(/Status:\s*ERROR/);
    await expect(report).toContainText("Asset report temporarily unavailable (INVALID_FIELD)");
    await whileFaulty(
      { provider: "plaid", kind: "status", status: 503, path: "/asset_report/get" },
      async () => {
        await request();
        await expect(report).toContainText(
          /Requested: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT\s*Status:\s*PENDING/,
        );
        await expect(report).toContainText("Asset report temporarily unavailable");
      },
    );
  });
  await test.step("'Asset report: request flag set, refresh, then poll; a failing call is retried every 5 s'; 'Please Try Again'", async () => {
    await expect(report).toContainText(/Status:\s*READY/);
    await request();
    await expect(report).toContainText(/Status:\s*PENDING/);
    await page.clock.setFixedTime(Date.now() + 15 * 60_000);
    await expect(report).toContainText("Please Try Again");
  });
});
