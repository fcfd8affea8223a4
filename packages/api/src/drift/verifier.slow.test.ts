import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { refreshBusiness } from "../businesses/refresh.ts";
import { addOwner, connectBusinesses, deliverAll } from "../testing/businesses.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createMemoryStorage } from "../testing/memory-storage.ts";
import { checkDrift } from "./check.ts";

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  Object.assign(api.services.ports, delivery.ports, { objectStorage: createMemoryStorage() });
  connectBusinesses(api, delivery);
});
beforeEach(async () => {
  await api.database.unsafeTransaction((tx) => tx.drift.deleteMany());
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const waiting = async () => (await (await api.as("VIEWER")).work.list({ kind: "DRIFT" })).items;

/** A business that the verifier knows, as it told of it. */
async function registered(): Promise<number> {
  const userId = await addOwner(api);
  const input = { requestId: randomUUID(), userIds: String(userId), retry: false };
  await (await api.as("EMPLOYEE")).businesses.register(input);
  await deliverAll(api, delivery);
  return userId;
}

const setStatus = (userId: number, status: string) =>
  api.database.unsafeTransaction((tx) => tx.business.updateMany({ where: { userId }, data: { status } }));

it("a business that stands otherwise at the verifier waits, and a press takes over what the verifier says", async () => {
  const userId = await registered();
  expect(await checkDrift(api.services)).toMatchObject({ found: 0, unanswered: [] });
  const { status: told } = await api.database.read.business.findUniqueOrThrow({ where: { userId } });
  await setStatus(userId, "rejected");
  await checkDrift(api.services);
  const [item] = await waiting();
  expect(item).toMatchObject({ userId, said: expect.stringContaining(`here rejected; there ${told}.`) });
  const id = item?.key.slice(item.key.indexOf(":") + 1) ?? "";
  await (await api.as("EMPLOYEE")).drift.repair({ id, requestId: randomUUID() });
  expect(await waiting()).toEqual([]);
  const { nextCheckAt } = await api.database.read.business.findUniqueOrThrow({ where: { userId } });
  expect(nextCheckAt).toEqual(api.clock.now());
  await refreshBusiness(api.services, userId);
  const now = await api.database.read.business.findUniqueOrThrow({ where: { userId } });
  expect(now.status).toBe(told);
  expect(await checkDrift(api.services)).toMatchObject({ found: 0, gone: 1 });
});

it("a lien that the verifier does not list waits, and is gone once it is ours no more", async () => {
  const userId = await registered();
  const at = { createdAt: api.clock.now(), updatedAt: api.clock.now() };
  await api.database.unsafeTransaction((tx) =>
    tx.businessLien.create({
      data: { userId, state: "NY", status: "filed", vendorId: randomUUID(), principalCents: 50_000n, ...at },
    }),
  );
  await checkDrift(api.services);
  const said = (await waiting()).map((item) => item.said);
  expect(said).toEqual([expect.stringContaining("here filed; there the verifier does not list it.")]);
  await api.database.unsafeTransaction((tx) => tx.businessLien.deleteMany({ where: { userId } }));
  await checkDrift(api.services);
});
