import { randomUUID } from "node:crypto";
import { DISCONNECT_DAYS } from "@countinghouse/validators/bank-links/rules";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import type { Role } from "@countinghouse/validators/roles";
import { WORK_KIND_NAMES, type WorkKind } from "@countinghouse/validators/work/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { debtor } from "../testing/payable.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ connections: 10 });
  for (const role of ["ADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
});
beforeEach(() =>
  api.database.unsafeTransaction(async (tx) => {
    await tx.workItem.deleteMany();
    await tx.application.updateMany({ data: { alloyStatus: "Approved" } });
    await tx.business.deleteMany();
  }),
);
afterAll(() => api.close());

const list = async (input: RouterInputs["work"]["list"] = {}, role: Role = "EMPLOYEE") =>
  (await api.as(role)).work.list(input);

/** A customer whose decision is left to a person. */
async function toReview(moneyCents = 100_000): Promise<{ kind: WorkKind; key: string; userId: number }> {
  const { id: userId } = await api.user();
  const { id } = await addApplication(api, userId, {
    stage: "underwriting",
    alloyStatus: "ManualReview",
    manualReviewReason: "Income does not fit.",
    approvedAmountCents: BigInt(moneyCents),
    createdAt: api.clock.now(),
    expiresAt: new Date(api.clock.now().getTime() + 30 * 86_400_000),
  });
  return { kind: "MANUAL_REVIEW", key: String(id), userId };
}

const named = ({ kind, key }: { kind: WorkKind; key: string }) => ({ kind, key });

/** The causes that a fresh database can be given in a statement each; payments have theirs from what is done to them. */
describe("what waits for a person", () => {
  it("is every cause that is there, what matters most first, and no more once it is seen to", async () => {
    const small = await toReview(1_000);
    const large = await toReview(1_000_000);
    const { items, total, kinds } = await list({ kind: "MANUAL_REVIEW" });
    expect(items.map(({ key }) => key)).toEqual([large.key, small.key]);
    expect(items[0]).toMatchObject({
      kind: "MANUAL_REVIEW",
      userId: large.userId,
      moneyCents: 1_000_000,
      said: "Income does not fit.",
      heldBy: null,
      priority: { score: 5 },
    });
    expect(total).toBe(2);
    expect(kinds.find(({ kind }) => kind === "MANUAL_REVIEW")?.count).toBe(2);
    await (await api.as("ADMIN")).users.markManuallyApproved({
      userId: large.userId,
      requestId: randomUUID(),
    });
    expect((await list({ kind: "MANUAL_REVIEW" })).items.map(({ key }) => key)).toEqual([small.key]);
  });

  it("holds a lost bank link of who owes, and not of who owes nothing", async () => {
    const owing = await debtor(api);
    const free = await api.user();
    await api.database.unsafeTransaction((tx) =>
      tx.bankLink.createMany({
        data: [owing, free].map(({ id }) => ({
          userId: id,
          institutionId: "ins_3",
          institutionName: "Chase",
          isActive: false,
        })),
      }),
    );
    const keys = (await list({ kind: "BANK_LINK_LOST" })).items.map(({ key }) => key);
    expect(keys).toContain(String(owing.id));
    expect(keys).not.toContain(String(free.id));
  });

  it("holds a link that ends soon with its day, and an account whose permission was taken back", async () => {
    const { id: userId } = await debtor(api);
    const at = api.clock.now();
    const link = { userId, institutionId: "ins_3", institutionName: "Chase" };
    const { id: revokedId } = await api.database.unsafeTransaction(async (tx) => {
      await tx.bankLink.create({ data: { ...link, disconnectToldAt: at } });
      const { id: bankLinkId } = await tx.bankLink.create({ data: link });
      const account = { userId, bankLinkId, providerAccountId: "acc-1", name: "Checking", mask: "0259" };
      const number = { numberSealed: Buffer.alloc(1), numberIndex: Buffer.alloc(1), routing: "021000021" };
      return tx.bankAccount.create({ data: { ...account, ...number, revokedAt: at }, select: { id: true } });
    });
    const own = (await list({ kind: "BANK_LINK_LOST" })).items.filter((item) => item.userId === userId);
    expect(own).toHaveLength(2);
    expect(own.find(({ said }) => said.includes("ends soon"))?.dueOn).toBe(
      addDays(newYorkDate(at), DISCONNECT_DAYS),
    );
    expect(own.map(({ key }) => key)).toContain(`${userId}:account:${revokedId}`);
    expect(own.map(({ said }) => said).join(" ")).toContain("•••• 0259 of Chase. It is not debited.");
  });

  it("holds what failed to be sent by its cause: two causes, however many messages", async () => {
    await api.database.unsafeTransaction((tx) =>
      tx.outboxMessage.createMany({
        data: ["No space left", "No space left", "Wrong key"].map((lastError) => ({
          topic: "CRM" as const,
          dedupeKey: randomUUID(),
          payload: new Uint8Array(1),
          state: "FAILED" as const,
          nextAt: api.clock.now(),
          lastError,
        })),
      }),
    );
    const said = (await list({ kind: "FAILED_MESSAGE" })).items.map((item) => item.said);
    expect(said).toContain("2 messages (CRM): No space left");
    expect(said).toContain("1 message (CRM): Wrong key");
  });

  it("is asked for by one statement that the database takes, of every kind", async () => {
    const { kinds } = await list();
    expect(kinds.map(({ kind }) => kind)).toEqual(WORK_KIND_NAMES);
  });
});

const tomorrow = "2026-11-24";

const VERBS = ["hold", "release", "reopen", "assign", "snooze", "finish"] as const;
type Verb = (typeof VERBS)[number];

async function press(
  verb: Verb,
  item: { kind: WorkKind; key: string },
  role: Role = "EMPLOYEE",
  requestId: string = randomUUID(),
) {
  const { work } = await api.as(role);
  const of = { ...named(item), requestId };
  switch (verb) {
    case "hold":
      return work.hold(of);
    case "release":
      return work.release(of);
    case "reopen":
      return work.reopen(of);
    case "assign":
      return work.assign({ ...of, adminId: (await api.admin("EMPLOYEE")).id });
    case "snooze":
      return work.snooze({ ...of, until: tomorrow });
    default:
      return work.finish({ ...of, reason: "The customer was called." });
  }
}

describe.each(VERBS)("to %s an item", (verb) => {
  it("is refused while somebody else holds it, who is named", async () => {
    const item = await toReview();
    await press("hold", item, "ADMIN");
    await expectRefusal(press(verb, item), "CONFLICT", "is working on it.");
  });

  it("is refused once its cause is gone", async () => {
    await expectRefusal(
      press(verb, { kind: "MANUAL_REVIEW", key: "999999" }),
      "NOT_FOUND",
      "This item was resolved or no longer applies",
    );
  });
});

it.each(WORK_KIND_NAMES)(
  "of the kind %s is looked for by its own statement, which the database takes",
  async (kind) => {
    await expectRefusal(
      press("hold", { kind, key: "none" }),
      "NOT_FOUND",
      "This item was resolved or no longer applies",
    );
  },
);

describe("an item", () => {
  it("that is held says who works on it, until ten minutes later", async () => {
    const item = await toReview();
    await press("hold", item);
    const { id } = await api.admin("EMPLOYEE");
    expect((await list()).items.find(({ key }) => key === item.key)?.heldBy).toMatchObject({ id });
    api.clock.advance({ minutes: 10 });
    expect((await list()).items.find(({ key }) => key === item.key)?.heldBy).toBeNull();
    expect(await press("hold", item, "ADMIN")).toEqual(named(item));
    api.clock.advance({ minutes: -10 });
  });

  it("that is let go may be taken by the next one at once", async () => {
    const item = await toReview();
    await press("hold", item);
    await press("release", item);
    expect(await press("hold", item, "ADMIN")).toEqual(named(item));
  });

  it("that is given to somebody is among their own, and counted", async () => {
    const item = await toReview();
    await press("assign", item, "ADMIN");
    expect((await list({ view: "mine" })).items.map(({ key }) => key)).toEqual([item.key]);
    expect((await list({ view: "mine" }, "ADMIN")).items).toEqual([]);
    const { id: own } = await api.admin("EMPLOYEE");
    expect(await api.services.workPulse.read(own)).toMatchObject({ mine: 1 });
  });

  it("may not be given to a VIEWER", async () => {
    const item = await toReview();
    const { id: adminId } = await api.admin("VIEWER");
    const { work } = await api.as("ADMIN");
    await expectRefusal(
      work.assign({ ...named(item), adminId, requestId: randomUUID() }),
      "RULE",
      "can work on this item",
    );
  });

  it("that is snoozed reopens on its day, and is not snoozed to today", async () => {
    const item = await toReview();
    const { work } = await api.as("EMPLOYEE");
    const today = work.snooze({ ...named(item), until: "2026-11-20", requestId: randomUUID() });
    await expectRefusal(today, "RULE", "after today");
    await press("snooze", item);
    expect((await list()).items.map(({ key }) => key)).not.toContain(item.key);
    const { items, counts } = await list({ view: "snoozed" });
    expect(items.map(({ key }) => key)).toEqual([item.key]);
    expect(counts).toMatchObject({ snoozed: 1, done: 0 });
    expect((await list({ view: "put-off" })).items).toEqual(items);
    api.clock.advance({ hours: 24 * 4 });
    expect((await list()).items.map(({ key }) => key)).toContain(item.key);
    api.clock.advance({ hours: -24 * 4 });
  });

  it("that is done is in its own view with the admin, the time and the note, the latest first", async () => {
    const [item, later] = [await toReview(), await toReview()];
    await press("finish", item);
    api.clock.advance({ minutes: 1 });
    await press("finish", later);
    expect((await list()).items.map(({ key }) => key)).not.toContain(item.key);
    const { items, counts } = await list({ view: "done" });
    expect(items.map(({ key }) => key)).toEqual([later.key, item.key]);
    expect(counts).toMatchObject({ done: 2, snoozed: 0 });
    expect(items[0]?.done).toEqual({
      at: api.clock.now(),
      by: "Test EMPLOYEE",
      reason: "The customer was called.",
    });
    await expectRefusal(press("finish", item, "ADMIN"), "CONFLICT", "Completed by Test EMPLOYEE.");
    api.clock.advance({ minutes: -1 });
  });

  it.each([
    ["finish", "done"],
    ["snooze", "snoozed"],
  ] as const)("that is handled (%s) is open once it is reopened", async (how, view) => {
    const item = await toReview();
    await press(how, item);
    await press("reopen", item, "ADMIN");
    expect((await list({ view })).items).toEqual([]);
    const [back] = (await list()).items.filter(({ key }) => key === item.key);
    expect(back).toMatchObject({ done: null, snoozedUntil: null });
    await press("finish", item);
  });
});

it("lists the open items of one customer", async () => {
  const [item] = [await toReview(), await toReview()];
  const { items, total } = await list({ userId: item.userId }, "VIEWER");
  expect(items.map(({ key }) => key)).toEqual([item.key]);
  expect(total).toBe(1);
  await press("snooze", item);
  expect((await list({ userId: item.userId })).items).toEqual([]);
});

it("is never held by two, and none by nobody, where three people reach for thirty items at once", async () => {
  const items = await Promise.all(Array.from({ length: 30 }, () => toReview()));
  const PEOPLE = ["SUPERADMIN", "ADMIN", "EMPLOYEE"] as const;
  for (const role of PEOPLE) await api.admin(role);
  const reached = items.map(async (item) => {
    const answers = await Promise.allSettled(PEOPLE.map((role) => press("hold", item, role)));
    return answers.filter(({ status }) => status === "fulfilled").length;
  });
  expect(await Promise.all(reached)).toEqual(items.map(() => 1));
});
