import { randomUUID } from "node:crypto";
import type { Prisma } from "@countinghouse/db";
import { TIMER_TEXTS, type TimedRunDecision } from "@countinghouse/validators/automation/timer";
import { isBankingDay } from "@countinghouse/validators/banking-days";
import { formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
import { afterEach, describe, expect, it } from "vitest";
import { setRules } from "../testing/approvals.ts";
import { drainAutomation, moved, setUpAutomation } from "../testing/automation.ts";
import { dueCustomer, reviewed, startPaymentsBy } from "../testing/bulk.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { tendAutomationTimer } from "./timed-run.ts";

const at = setUpAutomation();

const timer = async () => (await at.api.as("VIEWER")).automation.timer();
const tend = () => tendAutomationTimer(at.api.services);

/** Has it run in half an hour, and then each banking day at that time. */
async function turnOn(isOn = true): Promise<void> {
  const { version } = await timer();
  const runAt = formatNewYork(at.api.clock.in({ minutes: 30 }), "dateTime").slice(11, 16);
  await (await at.api.as("SUPERADMIN")).automation.setTimer({
    requestId: randomUUID(),
    isOn,
    runAt,
    version,
  });
}

const decide = async (decision: TimedRunDecision) => {
  const day = (await timer()).next?.day ?? newYorkDate(at.api.clock.now());
  return (await at.api.as("ADMIN")).automation.decideTimedRun({ requestId: randomUUID(), day, decision });
};

const toItsTime = () => at.api.clock.advance({ minutes: 31 });
const toNextDay = async () => {
  await turnOn(false);
  do at.api.clock.advance({ hours: 24 });
  while (!isBankingDay(newYorkDate(at.api.clock.now())));
};
const lastRun = async () => (await timer()).runs[0];
const mails = async () =>
  (await at.api.database.read.outboxMessage.findMany({ where: { dedupeKey: { startsWith: "timed-run:" } } }))
    .length;

afterEach(toNextDay);

describe("when payment automation runs by itself", () => {
  it("is never, until a SUPERADMIN turns it on, and then on each banking day at that time", async () => {
    expect(await timer()).toMatchObject({ isOn: false, version: 0, setBy: null, next: null });
    await turnOn();
    expect(await timer()).toMatchObject({
      isOn: true,
      version: 1,
      setBy: "Test SUPERADMIN",
      next: { day: newYorkDate(at.api.clock.now()), state: "PLANNED" },
    });
  });

  it("is not changed from a stale version", async () => {
    const change = { isOn: true, runAt: "09:00", version: 999 };
    const stale = (await at.api.as("SUPERADMIN")).automation.setTimer({ ...change, requestId: randomUUID() });
    await expectRefusal(stale, "CONFLICT", "Someone else changed the schedule.");
  });
});

describe("a timed run", () => {
  it("takes what is due at its time, once however many processes look, and mails what came of it", async () => {
    const customer = await dueCustomer(at.api);
    await turnOn();
    await tend();
    expect(moved(at.processors)).toEqual([]);
    toItsTime();
    const mailed = await mails();
    await Promise.all([tend(), tend(), tend()]);
    expect(await lastRun()).toMatchObject({ state: "RUN", message: "" });
    await drainAutomation(at.api);
    await tend();
    await tend();
    expect(moved(at.processors)).toEqual([["DEBIT", 41_250]]);
    expect(await lastAuditEvent(at.api, "automation.pay")).toMatchObject({
      subjectId: String(customer.userId),
    });
    expect(await lastAuditEvent(at.api, "automation.timedRun")).toMatchObject({ after: { state: "RUN" } });
    expect(await mails()).toBe(mailed + 1);
  });

  it("that is held or cancelled before its time does not run, and one that is released does", async () => {
    for (const [decisions, state] of [
      [["hold"], "CANCELLED"],
      [["cancel"], "CANCELLED"],
      [["hold", "release"], "RUN"],
    ] as const) {
      await dueCustomer(at.api);
      await turnOn();
      for (const decision of decisions) await decide(decision);
      toItsTime();
      await tend();
      expect(await lastRun()).toMatchObject({ state });
      await drainAutomation(at.api);
      await toNextDay();
    }
    expect(moved(at.processors).length).toBeGreaterThan(0);
  });

  it("can not be released when it is not held, nor decided on after its time, nor while there is none", async () => {
    await turnOn();
    await expectRefusal(decide("release"), "RULE", "The run is scheduled.");
    const { next } = await timer();
    toItsTime();
    const late = (await at.api.as("ADMIN")).automation.decideTimedRun({
      requestId: randomUUID(),
      day: next?.day ?? "",
      decision: "cancel",
    });
    await expectRefusal(late, "RULE", "Someone else changed the schedule.");
    await tend();
    await toNextDay();
    await expectRefusal(decide("hold"), "RULE", "Payment automation does not run on a schedule.");
  });

  it("that nobody was there for is said to be missed, mailed, and never caught up", async () => {
    await dueCustomer(at.api);
    await turnOn();
    const mailed = await mails();
    at.api.clock.advance({ minutes: 46 });
    await tend();
    expect(await lastRun()).toMatchObject({
      state: "MISSED",
      message: expect.stringMatching(/^The .* run was missed because no worker was running/),
    });
    await tend();
    await drainAutomation(at.api);
    expect(moved(at.processors)).toEqual([]);
    expect(await mails()).toBe(mailed + 1);
  });

  it("that was refused is not planned again for that day where its time is moved to later: the page and the run say the next one", async () => {
    await turnOn();
    toItsTime();
    await tend();
    const today = newYorkDate(at.api.clock.now());
    await dueCustomer(at.api);
    await turnOn();
    const { next, runs } = await timer();
    expect(next).toMatchObject({ state: "PLANNED" });
    expect(next?.day).not.toBe(today);
    expect(runs[0]).toMatchObject({ day: today, state: "REFUSED" });
    const decided = await at.api.as("ADMIN");
    await expectRefusal(
      decided.automation.decideTimedRun({ requestId: randomUUID(), day: today, decision: "hold" }),
      "RULE",
      TIMER_TEXTS.changed,
    );
    toItsTime();
    await tend();
    expect(moved(at.processors)).toEqual([]);
    expect(await lastRun()).toMatchObject({ day: today, state: "REFUSED" });
  });

  it("does not begin above the limit of the typed total, nor where nothing is due, and says why", async () => {
    await turnOn();
    toItsTime();
    await tend();
    expect(await lastRun()).toMatchObject({ state: "REFUSED", message: "No scheduled payment is due." });
    await toNextDay();
    await dueCustomer(at.api);
    const admin = await at.api.as("SUPERADMIN");
    const limit = { name: "typedTotalFromCents", amountCents: 41_249 } as const;
    const [setting] = (await admin.settings.list()).filter(({ name }) => name === limit.name);
    await admin.settings.set({ ...limit, requestId: randomUUID(), version: setting?.version ?? 0 });
    await turnOn();
    toItsTime();
    await tend();
    expect(await lastRun()).toMatchObject({
      state: "REFUSED",
      message: expect.stringMatching(/A person must type the total\.$/),
    });
    expect(moved(at.processors)).toEqual([]);
  });

  it("does not begin where a run would wait for a second person, and says so", async () => {
    await dueCustomer(at.api);
    await setRules(at.api, { AUTOMATION: { overCents: 41_249 } });
    const admin = await at.api.as("SUPERADMIN");
    const limit = { name: "typedTotalFromCents", amountCents: 1_000_000 } as const;
    const [setting] = (await admin.settings.list()).filter(({ name }) => name === limit.name);
    await admin.settings.set({ ...limit, requestId: randomUUID(), version: setting?.version ?? 0 });
    await turnOn();
    toItsTime();
    await tend();
    expect(await lastRun()).toMatchObject({
      state: "REFUSED",
      message: "This run needs a second person: Payment automation: more than $412.49. Start it by hand.",
    });
    expect(moved(at.processors)).toEqual([]);
    await setRules(at.api, {});
  });

  it("counts with what else whoever set the timer has taken alone that day", async () => {
    const maker = await at.api.as("SUPERADMIN");
    const list = reviewed("BULK_ACH", [await dueCustomer(at.api)]);
    await startPaymentsBy(at.api, maker, list);
    await at.api.services.bulkJobs.drain("BULK_ACH");
    await dueCustomer(at.api);
    await setRules(at.api, { AUTOMATION: { overCents: 50_000, dayOverCents: 50_000 } });
    await turnOn();
    toItsTime();
    await tend();
    expect(await lastRun()).toMatchObject({
      state: "REFUSED",
      message:
        "This run needs a second person: Payment automation: more than $500.00 taken by one admin in a day. Start it by hand.",
    });
    await setRules(at.api, {});
  });

  it.each(["disabled", "no SUPERADMIN any more"])(
    "does not begin in the name of somebody who is %s, and those who may set it are told",
    async (gone) => {
      await dueCustomer(at.api);
      await turnOn();
      const { id } = await at.api.database.read.admin.findFirstOrThrow({
        where: { email: (await at.api.admin("SUPERADMIN")).email },
      });
      const other = await at.api.database.unsafeTransaction((tx) =>
        tx.admin.create({
          data: {
            email: `other-${randomUUID()}@example.com`,
            fullName: "Other",
            role: "SUPERADMIN",
            passwordHash: "",
          },
        }),
      );
      const change = (data: Prisma.AdminUncheckedUpdateInput) =>
        at.api.database.unsafeTransaction((tx) => tx.admin.update({ where: { id }, data }));
      await change(gone === "disabled" ? { status: "DISABLED" } : { role: "ADMIN" });
      toItsTime();
      await tend();
      await change({ status: "ACTIVE", role: "SUPERADMIN" });
      await at.api.database.unsafeTransaction((tx) =>
        tx.admin.update({ where: { id: other.id }, data: { status: "DISABLED" } }),
      );
      expect(await lastRun()).toMatchObject({ state: "REFUSED", message: TIMER_TEXTS.setterGone });
      expect(moved(at.processors)).toEqual([]);
      const told = await at.api.database.read.outboxMessage.findMany({
        where: { dedupeKey: { startsWith: "timed-run:", endsWith: other.email } },
      });
      expect(told).toHaveLength(1);
    },
  );
});
