import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { verifyChains } from "../chain/chains.ts";
import { addApplication } from "../testing/customers.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let delivery: Delivery;
let userId: number;
let applicationId: number;

beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
  ({ id: applicationId } = await addApplication(api, userId, { stage: "declined", alloyStatus: "Denied" }));
});
afterEach(async () => {
  delivery.sandbox.faults.clear();
  await delivery.drain();
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

let tokens = 0;

/** A finished decision of an application; the sandbox's token spells out what its evaluation says. */
const decide = (of: { userId: number; applicationId: number }, changed: object = {}) =>
  api.database.unsafeTransaction((tx) =>
    tx.decision.create({
      data: {
        ...of,
        flowType: "Gig Worker",
        outcome: "Denied",
        evaluationToken: `L-DeniedSMBHighRiskx${String(++tokens).padStart(6, "0")}`,
        createdAt: api.clock.now(),
        ...changed,
      },
      select: { id: true },
    }),
  );

const open = async (id = userId) => (await api.as("VIEWER")).users.get({ id });
const lookup = async (id = userId) =>
  (await (await api.as("VIEWER")).decisions.factsLookup({ userId: id })).lookup;
const retry = async () =>
  (await api.as("EMPLOYEE")).decisions.retryFacts({ requestId: randomUUID(), userId });
const asked = () =>
  delivery.sandbox.calls.list().filter((call) => call.path.includes("/evaluations/")).length;
const refuse = () =>
  delivery.sandbox.faults.add({ provider: "alloy", kind: "status", status: 403, path: "/evaluations/" });
const MISSING = { declineReason: "", isSmb: null, initHighRisk: null };

describe("facts that an application lacks", () => {
  it("are begun to be looked up by who opens the page, who does not wait, and are there afterwards", async () => {
    await decide({ userId, applicationId });
    const before = asked();
    expect(await open()).toMatchObject({ factsLookup: "PENDING", application: MISSING });
    expect(asked()).toBe(before);
    expect(await lookup()).toBe("PENDING");
    expect(await delivery.drain()).toBe(1);
    expect(await lookup()).toBeNull();
    expect(await open()).toMatchObject({
      factsLookup: null,
      application: { declineReason: expect.stringMatching(/./), isSmb: true, initHighRisk: true, version: 1 },
    });
  });

  it("are looked up once, however many open the page, and never again once nothing is lacking", async () => {
    await decide({ userId, applicationId });
    const [before, begun] = [asked(), await countAuditEvents(api, "decisions.lookUpFacts")];
    const opened = await Promise.all([open(), open(), open()]);
    expect(opened.map(({ factsLookup }) => factsLookup)).toEqual(["PENDING", "PENDING", "PENDING"]);
    await delivery.drain();
    await open();
    expect(await delivery.drain()).toBe(0);
    expect(asked()).toBe(before + 1);
    expect(await countAuditEvents(api, "decisions.lookUpFacts")).toBe(begun + 1);
  });

  it("are audited twice: who made it begin, and the job that wrote them down", async () => {
    const { id: decisionId } = await decide({ userId, applicationId });
    await open();
    await delivery.drain();
    expect(await lastAuditEvent(api, "decisions.lookUpFacts")).toMatchObject({
      actor: `admin:${(await api.admin("VIEWER")).id}`,
      subjectId: String(applicationId),
      after: { decisionId },
    });
    expect(await lastAuditEvent(api, "decisions.keepFacts")).toMatchObject({
      actor: "job:outbox",
      subjectType: "application",
      subjectId: String(applicationId),
      before: MISSING,
      after: { isSmb: true, initHighRisk: true },
    });
    expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
  });

  it("are written down, but not what somebody wrote down meanwhile", async () => {
    await decide({ userId, applicationId });
    await open();
    await api.database.unsafeTransaction((tx) =>
      tx.application.update({ where: { id: applicationId }, data: { declineReason: "Fraud", isSmb: false } }),
    );
    await delivery.drain();
    expect((await open()).application).toMatchObject({
      declineReason: "Fraud",
      isSmb: false,
      initHighRisk: true,
    });
  });

  it("of the last renewal are looked up on the first user's page and on the renewal's", async () => {
    const refUser = { connect: { id: userId } };
    await api.user({ refUser });
    const { id: renewalId } = await api.user({ refUser });
    const renewed = await addApplication(api, renewalId, { alloyStatus: "Approved", isRenewed: true });
    const complete = { isSmb: false, initHighRisk: false, declineReason: "Stacking" };
    await api.database.unsafeTransaction((tx) =>
      tx.application.update({ where: { id: applicationId }, data: complete }),
    );
    await decide(
      { userId: renewalId, applicationId: renewed.id },
      { flowType: "Renewals Model", outcome: "Approved", evaluationToken: "L-ApprovedHighRiskxrenewal" },
    );
    expect((await open()).factsLookup).toBe("PENDING");
    expect((await open(renewalId)).factsLookup).toBe("PENDING");
    expect(await delivery.drain()).toBe(1);
    expect((await open(renewalId)).application).toMatchObject({ initHighRisk: true, isSmb: false });
    const viewer = await api.as("VIEWER");
    expect(await viewer.users.renewal({ userId })).toMatchObject({ userIdNew: renewalId, hasHighRisk: true });
  });

  it("are looked up again when another decision is finished, and not where none is", async () => {
    await decide({ userId, applicationId }, { flowType: "Bureau - Clarity", outcome: "Success" });
    await decide({ userId, applicationId }, { outcome: "Error" });
    await decide({ userId, applicationId }, { evaluationToken: "" });
    expect((await open()).factsLookup).toBeNull();
    expect(await delivery.drain()).toBe(0);
    await decide({ userId, applicationId });
    expect((await open()).factsLookup).toBe("PENDING");
  });
});

describe("a look-up", () => {
  it("is tried again while the decision engine cannot be asked", async () => {
    await decide({ userId, applicationId });
    delivery.sandbox.faults.add({ provider: "alloy", kind: "status", status: 503, path: "/evaluations/" });
    await open();
    expect(await delivery.drain()).toBe(0);
    expect(await lookup()).toBe("PENDING");
    api.clock.advance({ seconds: 3 });
    expect(await delivery.drain()).toBe(1);
    expect((await open()).application).toMatchObject({ isSmb: true });
  });

  it("that is done after its worker died writes the facts down once", async () => {
    await decide({ userId, applicationId });
    await open();
    await delivery.drain();
    const before = await countAuditEvents(api, "decisions.keepFacts");
    await api.database.unsafeTransaction((tx) =>
      tx.outboxMessage.updateMany({ where: { topic: "BACKFILL" }, data: { state: "QUEUED" } }),
    );
    await delivery.drain();
    expect(await countAuditEvents(api, "decisions.keepFacts")).toBe(before);
  });

  it("of an evaluation that does not exist has failed, and the page says so", async () => {
    await decide({ userId, applicationId }, { evaluationToken: "L-1" });
    await open();
    await delivery.drain();
    expect(await lookup()).toBe("FAILED");
    expect(await open()).toMatchObject({ factsLookup: "FAILED", application: MISSING });
  });
});

describe("looking up again", () => {
  const failed = async () => {
    await decide({ userId, applicationId });
    refuse();
    await open();
    await delivery.drain();
    expect(await lookup()).toBe("FAILED");
  };

  it("has what failed asked once more, and then the facts are there", async () => {
    await failed();
    expect(await retry()).toEqual({ lookedUp: 1 });
    expect(await lookup()).toBe("PENDING");
    expect(await delivery.drain()).toBe(1);
    expect((await open()).application).toMatchObject({ isSmb: true, initHighRisk: true });
  });

  it("is refused when nothing failed", async () => {
    await expectRefusal(retry(), "RULE", "There is no look-up that failed.");
  });
});
