import { afterEach, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run } from "../testing/payable.ts";
import { backUp, startOn } from "../testing/recovery.ts";
import { achReturn } from "../testing/reports.ts";
import { settleClockAs } from "./terminal.ts";

const opened: TestApi[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

const HOURS_AHEAD = 24 * 90;
const REQUEST = {
  correlationId: "test",
  ip: "",
  userAgent: "",
  refreshToken: null,
  deviceTokens: [],
  sameSite: true,
  answer: new Headers(),
};

it("a clock that was months ahead and is set back stops payments, says so on Today and System, and is settled by one command", async () => {
  const { api, processors } = await openPayments({ roles: ["EMPLOYEE", "ADMIN", "SUPERADMIN"] });
  opened.push(api);
  const customer = await payableCustomer(api);
  await run(api, order(customer, "DEBIT"));
  const { key = "" } = processors.books.at(-1) ?? {};
  api.clock.advance({ hours: HOURS_AHEAD });
  await api.services.recovery.tidy();
  await api.services.payments.pullReports();
  const held = await backUp(api);
  api.clock.advance({ hours: -HOURS_AHEAD });
  const after = await startOn(held, api, processors);
  opened.push(after);
  expect(await after.services.recovery.verify()).toBe(false);

  const superadmin = await after.as("SUPERADMIN");
  const said = expect.stringMatching(
    /^The clock of the server was set back: .* npm run recovery -- --clock$/,
  );
  expect((await superadmin.work.list({ kind: "CLOCK_SET_BACK" })).items).toMatchObject([{ said }]);
  expect((await superadmin.system.get()).standing.clockProblem).toEqual(said);
  await run(after, order(customer, "SALE"));
  expect(processors.books).toHaveLength(1);

  const { id } = await after.admin("SUPERADMIN");
  const { email } = await after.database.read.admin.findUniqueOrThrow({ where: { id } });
  const settle = () => settleClockAs(after.services, REQUEST, { email, reason: "It was set right." });
  await settle();
  after.clock.advance({ seconds: 3 });
  expect(await after.services.recovery.verify()).toBe(true);
  expect((await superadmin.work.list({ kind: "CLOCK_SET_BACK" })).items).toEqual([]);
  expect((await superadmin.system.get()).standing.clockProblem).toBe("");
  await run(after, order(customer, "SALE", { amountCents: 1_100 }));
  expect(processors.books).toHaveLength(2);

  processors.report({ returns: [achReturn(key)] });
  expect(await after.services.payments.pullReports()).toMatchObject({ applied: 1 });
  await expectRefusal(settle(), "RULE", "there is nothing to settle");
});
