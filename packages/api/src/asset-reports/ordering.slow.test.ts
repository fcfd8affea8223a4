import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drainOutbox } from "../outbox/deliver.ts";
import { createOutboxHandlers } from "../outbox-handlers.ts";
import { assetReportSteps } from "../testing/asset-report-steps.ts";
import { addBankLink, connectBankLink } from "../testing/bank-links.ts";
import { type Delivery, freezeOnceClaimed, startDelivery } from "../testing/delivery.ts";
import { lastAuditEvent } from "../testing/expectations.ts";
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

describe("ordering an asset report", () => {
  const order = { provider: "plaid", path: "/asset_report/create" } as const;

  /** A worker that orders, and of which nothing is heard afterwards. */
  async function dieOnceOrdered(orders: number): Promise<void> {
    const { bankLink } = delivery.ports;
    const createAssetReport: typeof bankLink.createAssetReport = async (report) => {
      await bankLink.createAssetReport(report);
      return new Promise(() => {});
    };
    void drainOutbox(
      api.services,
      createOutboxHandlers({ ...delivery.ports, bankLink: { ...bankLink, createAssetReport } }),
    );
    await expect.poll(() => calls("/asset_report/create")).toBe(orders);
  }

  it("is tried again when it certainly was not done", async () => {
    delivery.sandbox.faults.add({ ...order, kind: "quota" });
    await ordered();
    api.clock.advance({ seconds: 3 });
    expect(await delivery.drain()).toBe(1);
    ready();
    expect((await get())?.state).toBe("READY");
  });

  it("has failed when nobody answers within a few tries", async () => {
    delivery.sandbox.faults.add({ ...order, kind: "quota", times: 4 });
    await request();
    for (let attempt = 1; attempt <= 4; attempt++) {
      await delivery.drain();
      api.clock.advance({ seconds: 61 });
    }
    expect((await get())?.state).toBe("ERROR");
  });

  it("is not repeated when it may have been done: it has failed, and another can be requested", async () => {
    const before = calls("/asset_report/create");
    delivery.sandbox.faults.add({ ...order, kind: "resetAfterEffect" });
    await ordered();
    api.clock.advance({ minutes: 20 });
    await delivery.drain();
    expect(calls("/asset_report/create")).toBe(before + 1);
    expect((await get())?.state).toBe("ERROR");
    await received();
  });

  it("is not repeated when its worker died before it kept it: it has failed in the log and the audit", async () => {
    const before = calls("/asset_report/create");
    await request();
    await dieOnceOrdered(before + 1);
    expect(await delivery.drain()).toBe(0);
    expect((await get())?.state).toBe("PENDING");
    api.clock.advance({ seconds: 121 });
    expect(await delivery.drain()).toBe(0);
    expect(calls("/asset_report/create")).toBe(before + 1);
    expect((await get())?.state).toBe("ERROR");
    const why = "A worker stopped during this order. It may have been placed and is not repeated.";
    expect(delivery.warnings.at(-1)).toMatchObject({ topic: "ASSET_REPORT", error: why });
    expect((await lastAuditEvent(api, "assetReports.order")).after).toMatchObject({ state: "ERROR", why });
    await received();
    expect(calls("/asset_report/create")).toBe(before + 2);
  });

  it.each([
    ["is not repeated when its token can not be kept for a moment", 2, "READY"],
    ["is not repeated when its token can not be kept at all: it has failed", 4, "ERROR"],
  ])("%s", async (_what, failures, state) => {
    const before = calls("/asset_report/create");
    await request();
    const { db } = api.services;
    let left = failures;
    const unsafeTransaction: typeof db.unsafeTransaction = (work) => {
      if (calls("/asset_report/create") === before || left === 0) return db.unsafeTransaction(work);
      left--;
      return Promise.reject(new Error("The connection is lost."));
    };
    const services = { ...api.services, db: { ...db, unsafeTransaction } };
    await drainOutbox(services, createOutboxHandlers(delivery.ports));
    expect(left).toBe(0);
    api.clock.advance({ seconds: 121 });
    await delivery.drain();
    expect(calls("/asset_report/create")).toBe(before + 1);
    expect((await get())?.state).toBe(state);
  });

  it("is told by nobody as kept that another worker may have given up for lost meanwhile", async () => {
    const { bankLink } = delivery.ports;
    const createAssetReport: typeof bankLink.createAssetReport = async (report) => {
      const made = await bankLink.createAssetReport(report);
      api.clock.advance({ seconds: 61 });
      return made;
    };
    await request();
    const slow = { ...delivery.ports, bankLink: { ...bankLink, createAssetReport } };
    expect(await drainOutbox(api.services, createOutboxHandlers(slow))).toBe(0);
    expect((await get())?.state).toBe("PENDING");
    api.clock.advance({ seconds: 121 });
    await delivery.drain();
    expect((await get())?.state).toBe("ERROR");
  });

  it("is not made by a worker that was frozen until another one had given it up for lost", async () => {
    const before = calls("/asset_report/create");
    await request();
    const wake = await freezeOnceClaimed(api, delivery, "ASSET_REPORT");
    api.clock.advance({ seconds: 121 });
    await delivery.drain();
    expect((await get())?.state).toBe("ERROR");
    await wake();
    expect(calls("/asset_report/create")).toBe(before);
    expect((await get())?.state).toBe("ERROR");
  });

  it("keeps the token of the report sealed to its row, and tells nobody", async () => {
    await ordered();
    const row = await api.database.read.assetReport.findFirstOrThrow({ where: { userId } });
    const place = { table: "asset_report", column: "token_sealed", rowId: row.id };
    expect(api.vault.open(place, row.tokenSealed ?? Buffer.alloc(0))).toMatch(/^assets-sandbox-/);
    expect(JSON.stringify(await get())).not.toContain("assets-sandbox-");
    expect(JSON.stringify((await lastAuditEvent(api, "assetReports.order")).after)).not.toContain("assets-");
  });
});
