import { countAuditEvents } from "@countinghouse/api/testing/expectations";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { expectKept } from "@countinghouse/api/testing/kept-work";
import { openReconciliation, type Reconciliation, SENT_ON } from "@countinghouse/api/testing/reconciliation";
import { seedDatabase } from "@countinghouse/db/seed/seed-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askForApprovals } from "./approvals.ts";
import { type Desk, openDesk } from "./desk.ts";
import { tellDemonstration } from "./tell.ts";

describe("a demonstration that was only just made", () => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await createTestApi({ fourEyes: true });
    const { held, vault, clock } = api;
    const adminPassword = "correct horse battery";
    await seedDatabase({ url: held.ownerUrl, vault, users: 300, now: clock.now(), adminPassword });
    const opened = await openDesk(api.services);
    if (opened === null) throw new Error("The demonstration has no staff.");
    desk = opened;
  });
  afterAll(() => api.close());

  it("has changes of the rules and settlements of which some wait, and each that was decided is done or denied", async () => {
    await askForApprovals(api.database.read, desk);
    const states = async (action: string) => {
      const asked = await api.database.read.approval.findMany({
        where: { action },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: { state: true },
      });
      return asked.map(({ state }) => state);
    };
    expect(await states("approvals.setRules")).toEqual(["DENIED", "WAITING"]);
    const settled = await states("payments.recordManual");
    expect(settled).toEqual(["DONE", "DENIED", "WAITING"].slice(0, settled.length));
    expect(JSON.stringify(await desk.admin.approvals.list({}))).toContain("WAITING");
  });

  it("has a ledger that is in balance, balances that are its own, and work that is what the facts say", async () => {
    const { rows } = await api.database.pool.query<{ unbalanced: number; drifted: number }>(
      `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM ledger_entry GROUP BY transaction_id HAVING sum(amount_cents) <> 0) t) AS unbalanced,
        (SELECT count(*)::int FROM user_balance b WHERE b.balance_cents <> (SELECT coalesce(sum(e.amount_cents), 0)
          FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id WHERE a.user_id = b.user_id)) AS drifted`,
    );
    expect(rows).toEqual([{ unbalanced: 0, drifted: 0 }]);
    expect(await expectKept(api)).toContain("APPROVAL");
  });
});

describe("the days of a demonstration", () => {
  let world: Reconciliation;
  beforeAll(async () => {
    world = await openReconciliation();
    for (const role of ["SUPERADMIN", "ADMIN"] as const) await world.api.as(role);
    world.reset();
  });
  afterAll(() => world.close());

  it("are signed off by what the systems answered, the first one with differences once these were accepted", async () => {
    expect(await tellDemonstration(world.api.services)).toBe(true);
    const { reconciledDays } = await world.api.as("VIEWER");
    const days = await reconciledDays.list();
    expect(days).toHaveLength(7);
    expect(days.find(({ day }) => day === SENT_ON)).toMatchObject({
      open: 0,
      resolved: 2,
      signedBy: "Test ADMIN",
    });
    expect(days.every(({ open, signedBy }) => open > 0 || signedBy !== null)).toBe(true);
    const { run } = await reconciledDays.day({ day: SENT_ON });
    expect(run).toMatchObject({ isWhole: true, by: "Test ADMIN" });
    expect(await countAuditEvents(world.api, "reconciledDays.sign")).toBe(days.length);
  });

  it("and what is asked for are told once", async () => {
    const { read } = world.api.database;
    const counts = async () => [await read.reconciliationRun.count(), await read.approval.count()];
    const before = await counts();
    expect(Math.min(...before)).toBeGreaterThan(0);
    expect(await tellDemonstration(world.api.services)).toBe(false);
    expect(await counts()).toEqual(before);
  });
});
