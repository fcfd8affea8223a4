import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { receiveBankLinkEvent } from "../bank-links/receive.ts";
import { assetReportSteps } from "../testing/asset-report-steps.ts";
import { accessToken, addBankLink, CHECKING, connectBankLink } from "../testing/bank-links.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let delivery: Delivery;
let userId: number;

beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBankLink(api, delivery);
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
  await addBankLink(api, userId);
});
afterEach(() => delivery.sandbox.faults.clear());
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const { request, get, ready, ordered, received, calls } = assetReportSteps(
  () => api,
  () => delivery,
  () => userId,
);

describe("an asset report", () => {
  it("is none until it is requested, then on its way, then there with a summary of each institution", async () => {
    expect(await get()).toBeNull();
    const requestedAt = api.clock.now();
    await request();
    expect(await get()).toMatchObject({
      state: "PENDING",
      requestedAt,
      daysRequested: 720,
      unavailable: false,
    });
    await delivery.drain();
    expect(await get()).toMatchObject({ state: "PENDING", items: [] });
    ready();
    expect(await get()).toMatchObject({
      state: "READY",
      requestedAt,
      finishedAt: api.clock.now(),
      items: [
        {
          institutionName: "First Platypus Bank",
          accounts: [
            { accountId: CHECKING.accountId, name: "Plaid Checking", mask: "0259", currency: "USD" },
          ],
        },
      ],
    });
  });

  it("tells the whole of an institution: owners, balances and transactions", async () => {
    const { id, items } = await received();
    const viewer = await api.as("VIEWER");
    const details = await viewer.assetReports.details({ id, itemId: items[0]?.itemId ?? "" });
    expect(details).toMatchObject({ days: 720, institutionName: "First Platypus Bank" });
    const [account] = details.accounts;
    expect(account?.owners[0]?.names).toEqual(["Maria Delgado"]);
    expect(account?.transactions.length).toBeGreaterThan(100);
    expect(JSON.stringify(details)).not.toContain(CHECKING.number);
    await expectRefusal(viewer.assetReports.details({ id, itemId: "other" }), "NOT_FOUND");
    await expectRefusal(viewer.assetReports.details({ id: 999_999, itemId: "other" }), "NOT_FOUND");
  });

  it("is a PDF over 720 or 60 days", async () => {
    const { id } = await received();
    const viewer = await api.as("VIEWER");
    const [long, short] = [
      await viewer.assetReports.pdf({ requestId: randomUUID(), id, days: 720 }),
      await viewer.assetReports.pdf({ requestId: randomUUID(), id, days: 60 }),
    ];
    expect([long.fileName, short.fileName]).toEqual([`asset-720-${userId}.pdf`, `asset-60-${userId}.pdf`]);
    for (const { base64 } of [long, short])
      expect(Buffer.from(base64, "base64").toString("latin1", 0, 5)).toBe("%PDF-");
    expect(long.base64.length).toBeGreaterThan(short.base64.length * 2);
  });

  it("has no PDF while the provider does not give it", async () => {
    const { id } = await received();
    delivery.sandbox.faults.add({ provider: "plaid", kind: "status", status: 500, path: "/pdf/" });
    const pdf = (await api.as("VIEWER")).assetReports.pdf({ requestId: randomUUID(), id, days: 60 });
    await expectRefusal(pdf, "UNAVAILABLE", "Asset report temporarily unavailable");
  });

  it("as a PDF survives replay, and leaves one audit event that names who took it and of whom", async () => {
    const { id } = await received();
    const viewer = await api.as("VIEWER");
    const asked = { requestId: randomUUID(), id, days: 60 } as const;
    const before = await countAuditEvents(api, "assetReports.exportPdf");
    expect((await viewer.assetReports.pdf(asked)).fileName).toBe(`asset-60-${userId}.pdf`);
    expect((await viewer.assetReports.pdf(asked)).fileName).toBe(`asset-60-${userId}.pdf`);
    await expectRefusal(viewer.assetReports.pdf({ ...asked, days: 720 }), "CONFLICT");
    expect(await countAuditEvents(api, "assetReports.exportPdf")).toBe(before + 1);
    expect(await lastAuditEvent(api, "assetReports.exportPdf")).toMatchObject({
      actor: `admin:${(await api.admin("VIEWER")).id}`,
      subjectId: String(id),
      after: { userId, days: 60 },
    });
  });

  it("that does not exist has no PDF, and nobody who has not signed in gets one", async () => {
    const asked = { requestId: randomUUID(), id: 999_999, days: 60 } as const;
    const before = await countAuditEvents(api, "assetReports.exportPdf");
    await expectRefusal((await api.as("VIEWER")).assetReports.pdf(asked), "NOT_FOUND");
    await expectRefusal(api.visitor().assetReports.pdf(asked), "UNAUTHORIZED");
    expect(await countAuditEvents(api, "assetReports.exportPdf")).toBe(before);
  });

  it("stays on its way, and says so, while the provider cannot be asked", async () => {
    await ordered();
    ready();
    delivery.sandbox.faults.add({ provider: "plaid", kind: "resetBeforeEffect", path: "/asset_report/get" });
    expect(await get()).toMatchObject({ state: "PENDING", unavailable: true });
    expect(await get()).toMatchObject({ state: "READY", unavailable: false });
  });

  it("of a link that is lost meanwhile is an error with the provider's code", async () => {
    ({ id: userId } = await api.user());
    await addBankLink(api, userId, accessToken("ITEM_LOGIN_REQUIRED"));
    await ordered();
    ready();
    expect(await get()).toMatchObject({ state: "ERROR", errorCode: "DATA_UNAVAILABLE", items: [] });
  });

  it("is received once by many who look at the same moment", async () => {
    await ordered();
    ready();
    const before = await countAuditEvents(api, "assetReports.receive");
    const reports = await Promise.all([get(), get(), get()]);
    expect(reports.map((report) => report?.state)).toEqual(["READY", "READY", "READY"]);
    expect(await countAuditEvents(api, "assetReports.receive")).toBe(before + 1);
  });

  it("is fetched when the provider tells that it is ready, and hearing it twice changes nothing", async () => {
    await ordered();
    ready();
    const row = await api.database.read.assetReport.findFirstOrThrow({ where: { userId } });
    const event = { type: "assetReportReady", assetReportId: row.providerId } as const;
    const before = await countAuditEvents(api, "assetReports.receive");
    await receiveBankLinkEvent(api.services, event);
    const once = await api.database.read.assetReport.findFirstOrThrow({ where: { userId } });
    expect(once.state).toBe("READY");
    api.clock.advance({ seconds: 1 });
    await receiveBankLinkEvent(api.services, event);
    await receiveBankLinkEvent(api.services, { ...event, assetReportId: "of nobody here" });
    expect(await api.database.read.assetReport.findFirstOrThrow({ where: { userId } })).toEqual(once);
    expect(await countAuditEvents(api, "assetReports.receive")).toBe(before + 1);
    expect((await lastAuditEvent(api, "assetReports.receive")).actor).toBe("job:bank-link-events");
  });
});

describe("requesting an asset report", () => {
  it("after one that came orders a refresh of it; after none, or one that failed, a new one", async () => {
    await received();
    const [created, refreshed] = [calls("/asset_report/create"), calls("/asset_report/refresh")];
    const again = await received();
    expect([calls("/asset_report/create"), calls("/asset_report/refresh")]).toEqual([created, refreshed + 1]);
    expect(again.items).toHaveLength(1);
  });

  it("is refused while one is on its way, without a link, for nobody, and to a viewer", async () => {
    await request();
    await expectRefusal(request(), "RULE", "An asset report is already on its way.");
    ({ id: userId } = await api.user());
    await expectRefusal(request(), "RULE", "This customer has no bank link.");
    userId = 999_999;
    await expectRefusal(request(), "NOT_FOUND", "There is no customer 999999.");
  });

  it("by two at once orders one report", async () => {
    const outcomes = await Promise.allSettled([request(), request()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await api.database.read.assetReport.count({ where: { userId } })).toBe(1);
  });
});
