import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addOwner, connectBusinesses, deliverAll, readRow } from "../testing/businesses.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { pollBusinesses } from "./poll.ts";

let api: TestApi;
let delivery: Delivery;
let userId: number;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBusinesses(api, delivery);
});
beforeEach(async () => {
  await api.database.pool.query("UPDATE business SET next_check_at = NULL");
  userId = await addOwner(api);
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

async function register() {
  const employee = await api.as("EMPLOYEE");
  await employee.businesses.register({ requestId: randomUUID(), userIds: String(userId), retry: false });
  await deliverAll(api, delivery);
}

const poll = () => pollBusinesses(api.services);
const nextCheck = async () =>
  (await api.database.read.business.findUniqueOrThrow({ where: { userId } })).nextCheckAt;

describe("a business", () => {
  it("of which an answer can not be read keeps nobody from asking about the others", async () => {
    const first = userId;
    await register();
    userId = await addOwner(api);
    await register();
    api.clock.advance({ hours: 25 });
    delivery.sandbox.faults.add({ provider: "middesk", kind: "html" });
    expect(await poll()).toBe(1);
    const standing = [await readRow(api, first), await readRow(api, userId)];
    expect(standing.map(({ midDeskResponseStatus }) => midDeskResponseStatus).sort()).toEqual([
      "in_review",
      "open",
    ]);
  });

  it("that stands in a word that is not known here is registered, unknown, and asked about until it changes", async () => {
    await register();
    const decide = async (status: string) => {
      const { businessId } = await readRow(api, userId);
      await fetch(`${delivery.sandbox.origin}/__sandbox/middesk/businesses/${businessId}`, {
        method: "POST",
        body: JSON.stringify({ status }),
      });
      api.clock.advance({ hours: 1 });
      expect(await poll()).toBe(1);
    };
    await decide("needs_review");
    expect(await readRow(api, userId)).toMatchObject({ midDeskResponseStatus: "unknown", error: null });
    expect(await nextCheck()).not.toBeNull();
    await decide("approved");
    expect(await readRow(api, userId)).toMatchObject({ midDeskResponseStatus: "approved" });
  });
});
