import { randomUUID } from "node:crypto";
import { ROLES } from "@countinghouse/validators/roles";
import { TIMELINE_KIND_NAMES, type TimelineKind } from "@countinghouse/validators/timeline/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeAsJob } from "../job-writes.ts";
import { addApplication } from "../testing/customers.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { payment, record } from "../testing/payments.ts";
import { keepsPlan, readAsked, readPreparedScans } from "../testing/plans.ts";
import { listTimeline, timelineStatement } from "./service.ts";

let api: TestApi;
let userId: number;
beforeAll(async () => {
  api = await createTestApi();
  ({ userId } = await eventful());
  // Somebody else, of whom nothing may be seen.
  await eventful();
});
afterAll(() => api.close());

/** A customer to whom something of every kind has happened. */
async function eventful(): Promise<{ userId: number }> {
  const { id } = await api.user({ ssnLast4: "6789" });
  const staff = await api.as("SUPERADMIN");
  const { id: applicationId } = await addApplication(api, id, {});
  const requestId = () => randomUUID();
  await staff.notes.create({ requestId: requestId(), userId: id, note: "Called 100% of the numbers_given." });
  const { paymentId } = await record(api, payment(id), "SUPERADMIN");
  const { version } = await staff.users.setFlag({
    requestId: requestId(),
    userId: id,
    flag: "runPaymentAutomation",
    version: 1,
    on: false,
  });
  await staff.users.setExternalPayment({
    requestId: requestId(),
    userId: id,
    version,
    external: { isExternal: true, externalAgency: "Summit" },
  });
  const at = api.clock.now();
  await api.database.unsafeTransaction(async (tx) => {
    const { id: madeById } = await api.admin("EMPLOYEE");
    await tx.paymentPromise.create({
      data: { userId: id, amountCents: 1_000, dueOn: at, madeById, madeAt: at },
    });
    await tx.decision.create({
      data: { userId: id, applicationId, flowType: "new", outcome: "Denied", createdAt: at },
    });
    await tx.journeyEvent.create({ data: { userId: id, applicationId, name: "Declined", happenedAt: at } });
    await tx.userFile.create({
      data: {
        userId: id,
        type: "consent",
        name: "consent.pdf",
        contentType: "application/pdf",
        sizeBytes: 1,
        objectKey: randomUUID(),
        createdAt: at,
      },
    });
    await tx.processorEvent.create({
      data: {
        provider: "payliance",
        eventKey: randomUUID(),
        kind: "RETURN",
        intentId: paymentId,
        reference: "x",
        amountCents: 1_000,
        code: "R01",
        detail: {},
        happenedOn: at,
        receivedAt: at,
      },
    });
  });
  for (const action of ["deals.move", "users.revealSsn"] as const)
    await writeAsJob(api.services, "test", async () => ({
      result: null,
      audit: { action, requestId: requestId(), events: [{ subject: { type: "user", id } }] },
    }));
  return { userId: id };
}

const list = async (
  asked: { kinds?: TimelineKind[] | null; search?: string; limit?: number } = {},
  role: (typeof ROLES)[number] = "SUPERADMIN",
) => (await api.as(role)).timeline.list({ userId, cursor: null, ...asked });

describe("the timeline of a customer", () => {
  it("tells of every kind of thing that happened, the newest first, and of nobody else", async () => {
    const { entries, nextCursor } = await list();
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(TIMELINE_KIND_NAMES));
    expect(entries.map(({ at }) => at.getTime())).toEqual(
      entries.map(({ at }) => at.getTime()).toSorted((one, other) => other - one),
    );
    expect(entries.filter(({ kind }) => kind === "note")).toHaveLength(1);
    expect(nextCursor).toBeNull();
  });

  it("lists the newest entry first, on each page", async () => {
    const { id } = await api.user();
    const { id: ownerId } = await api.admin("EMPLOYEE");
    await api.database.unsafeTransaction((tx) =>
      tx.note.createMany({
        data: ["first", "second", "third"].map((note, hour) => ({
          userId: id,
          ownerId,
          note,
          createdAt: new Date(Date.UTC(2026, 10, 19, 12 + hour)),
        })),
      }),
    );
    const { timeline } = await api.as("VIEWER");
    const { entries, nextCursor } = await timeline.list({
      userId: id,
      kinds: ["note"],
      cursor: null,
      limit: 2,
    });
    expect(entries.map(({ text }) => text)).toEqual(["third", "second"]);
    const next = await timeline.list({ userId: id, kinds: ["note"], cursor: nextCursor, limit: 2 });
    expect(next.entries.map(({ text }) => text)).toEqual(["first"]);
  });

  it("tells who had a masked number shown; the reason stays in the audit", async () => {
    const { users } = await api.as("EMPLOYEE");
    await users.reveal({ requestId: randomUUID(), userId, field: "ein", reason: "The customer called." });
    const { entries } = await list({ kinds: ["access"] });
    expect(entries.filter(({ what }) => what === "users.reveal")).toMatchObject([
      { text: "", who: (await api.admin("EMPLOYEE")).fullName },
    ]);
  });

  it("says of a payment how it stands, and of a note whose it is", async () => {
    const { entries } = await list({ kinds: ["payment", "note"] });
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual(["note", "payment"]);
    expect(entries.find(({ kind }) => kind === "payment")).toMatchObject({
      what: "Payment",
      cents: 1_000,
      state: "SUCCEEDED",
    });
    expect(entries.find(({ kind }) => kind === "note")).toMatchObject({
      text: "Called 100% of the numbers_given.",
      who: (await api.admin("SUPERADMIN")).fullName,
    });
  });

  it.each(TIMELINE_KIND_NAMES)("can be of %s alone", async (kind) => {
    const { entries } = await list({ kinds: [kind] });
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.every((entry) => entry.kind === kind)).toBe(true);
  });

  it("comes page by page, each entry once, also of the same moment", async () => {
    const whole = (await list({ limit: 100 })).entries.map(({ key }) => key);
    const { timeline } = await api.as("SUPERADMIN");
    const keys: string[] = [];
    let cursor: { at: Date; key: string } | null = null;
    do {
      const page: Awaited<ReturnType<typeof timeline.list>> = await timeline.list({
        userId,
        cursor,
        limit: 2,
      });
      keys.push(...page.entries.map(({ key }) => key));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(keys).toEqual(whole);
  });

  it.each([
    ["consent.pdf", ["file"]],
    ["100%", ["note"]],
    ["numbers_given", ["note"]],
    ["100_", []],
    ["r01", ["return"]],
  ])("is searched for %j, as it is written", async (search, kinds) => {
    expect((await list({ search })).entries.map(({ kind }) => kind)).toEqual(kinds);
  });

  it.each(ROLES)(
    "tells %s who looked at what is private only where they may read the audit",
    async (role) => {
      const { entries } = await list({}, role);
      const mayRead = ["SUPERADMIN", "ADMIN", "AUDITOR"].includes(role);
      expect(entries.some(({ kind }) => kind === "access")).toBe(mayRead);
      expect((await list({ kinds: ["access"] }, role)).entries.length > 0).toBe(mayRead);
    },
  );

  it("is planned once, and not for each call", async () => {
    const pages = await readAsked(api.ctx(await api.admin("VIEWER")), (ctx) =>
      listTimeline(ctx, { userId, kinds: null, search: "", cursor: null, limit: 40 }),
    );
    for (const page of pages) expect(await keepsPlan(api, page)).toBe(true);
    expect(pages).toHaveLength(1);
  });

  it("is found by the indexes of its sources, whatever the customer", async () => {
    const scans = await readPreparedScans(
      api,
      timelineStatement({ kinds: TIMELINE_KIND_NAMES, isNext: true, isSearched: true, limit: 40 }).text,
    );
    const own = ["note", "payment_intent", "decision", "journey_event", "user_file", "audit_event"];
    expect(scans.filter((scan) => own.some((table) => scan === `Seq Scan ${table}`))).toEqual([]);
  });
});
