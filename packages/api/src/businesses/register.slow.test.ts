import { randomUUID } from "node:crypto";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  addOwner,
  connectBusinesses,
  deliverAll,
  freezeAt,
  readRow,
  tryForAMinute,
  verifierBooks,
} from "../testing/businesses.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { rowCounts } from "../testing/tables.ts";

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBusinesses(api, delivery);
});
afterEach(async () => {
  delivery.sandbox.faults.clear();
  await deliverAll(api, delivery);
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const register = async (
  userIds: string | number,
  { role = "EMPLOYEE", retry = false }: { role?: Role; retry?: boolean } = {},
) => {
  const { businesses } = await api.as(role);
  return businesses.register({ requestId: randomUUID(), userIds: String(userIds), retry });
};

const CREATE = { provider: "middesk", method: "POST", path: "/businesses" } as const;

describe("registering a business", () => {
  it("is shown as pending, and then stands in the verifier's books under the user's id", async () => {
    const userId = await addOwner(api);
    expect(await register(userId)).toEqual({
      success: true,
      message: "Request Sent Successfully!",
      customMessage: [],
      withErrorUsers: false,
    });
    expect(await readRow(api, userId)).toMatchObject({
      name: "Delgado Catering LLC",
      externalId: String(userId),
      currentAddress: "41 Mott St, New York, NY 10013",
      einLast4: "4413",
      businessId: null,
      midDeskResponseStatus: "pending",
      lienPdf: "N/A",
    });
    await deliverAll(api, delivery);
    const [business, ...others] = await verifierBooks(delivery, userId);
    expect(others).toEqual([]);
    expect(business).toMatchObject({ name: "Delgado Catering LLC", status: "open" });
    expect(await readRow(api, userId)).toMatchObject({
      businessId: business?.id,
      midDeskResponseStatus: "open",
      error: null,
    });
  });

  it("names each user who cannot be sent with the reason, and sends the others", async () => {
    const sound = await addOwner(api);
    const { id: nobody } = await api.user();
    const homeless = await addOwner(api, { currentAddress: " " });
    const { id: withoutEin } = await api.user({
      businessName: "Corner Shop",
      currentAddress: "1 Main St",
      city: "Fresno",
      state: "CA",
      zipcode: "93650",
    });
    const known = await addOwner(api);
    await register(known);
    const ids = `${sound}, ${nobody},${homeless}\n${withoutEin} ${known},2000000000,${sound}`;
    expect(await register(ids)).toEqual({
      success: true,
      message: "Request Sent Successfully!",
      withErrorUsers: true,
      customMessage: [
        { userId: nobody, message: "The user has no business name." },
        { userId: homeless, message: "The address of the user is not complete." },
        { userId: withoutEin, message: "The user has no EIN." },
        { userId: known, message: "The business is already registered: pending." },
        { userId: 2_000_000_000, message: "There is no such user." },
      ],
    });
    expect(await readRow(api, sound)).toMatchObject({ midDeskResponseStatus: "pending" });
  });

  it("of nobody who can be sent is no success, of nobody at all is refused, and neither writes anything", async () => {
    const { id: nameless } = await api.user();
    const before = await rowCounts(api);
    expect(await register(`${nameless},2000000000`)).toMatchObject({
      success: false,
      message: "Couldn't send request!",
      withErrorUsers: true,
    });
    await expectRefusal(register("1999999999,2000000000"), "RULE", "Please enter valid user IDs");
    expect(await rowCounts(api)).toEqual(before);
  });

  it("of something that is no list of ids is refused with the words of the screen", async () => {
    await expect(register("12,x-1")).rejects.toThrow("Invalid User ID: x-1");
    await expect(register(" , ")).rejects.toThrow("Please enter valid user IDs");
  });

  it("pressed by two at once sends one business", async () => {
    const userId = await addOwner(api);
    const answers = await Promise.all([register(userId), register(userId, { role: "ADMIN" })]);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    await deliverAll(api, delivery);
    expect(await verifierBooks(delivery, userId)).toHaveLength(1);
  });

  it("leaves one audit event of the press and one of each business, without its EIN", async () => {
    const userId = await addOwner(api);
    const before = await countAuditEvents(api, "businesses.register");
    await register(`${userId},2000000000`);
    expect(await countAuditEvents(api, "businesses.register")).toBe(before + 2);
    expect(await lastAuditEvent(api, "businesses.register")).toMatchObject({
      subjectType: "business",
      subjectId: String(userId),
      after: { status: "pending", batchId: (await readRow(api, userId)).batchId },
    });
    await deliverAll(api, delivery);
    expect((await lastAuditEvent(api, "businesses.registered")).after).toEqual({
      businessId: (await readRow(api, userId)).businessId,
      status: "open",
    });
  });
});

describe("a registration", () => {
  it.each(["timeoutAfterEffect", "resetAfterEffect", "statusAfterEffect"] as const)(
    "whose answer gets lost (%s) makes no second business",
    async (kind) => {
      const userId = await addOwner(api);
      delivery.sandbox.faults.add({ ...CREATE, kind });
      await register(userId);
      expect(await delivery.drain()).toBe(0);
      api.clock.advance({ minutes: 2 });
      await deliverAll(api, delivery);
      const books = await verifierBooks(delivery, userId);
      expect(books).toHaveLength(1);
      expect(await readRow(api, userId)).toMatchObject({ businessId: books[0]?.id, error: null });
    },
  );

  it("that nobody answers for a minute has failed, and can be tried again", async () => {
    const userId = await addOwner(api);
    delivery.sandbox.faults.add({ ...CREATE, kind: "status", status: 503, times: 4 });
    await register(userId);
    await tryForAMinute(api, delivery);
    expect(await readRow(api, userId)).toMatchObject({
      midDeskResponseStatus: "Failed To Send Request",
      error: expect.stringContaining("is not available"),
      businessId: null,
    });
    expect(await register(userId)).toMatchObject({
      success: false,
      customMessage: [
        {
          userId,
          message: "The business has the status Failed To Send Request. Use Retry to send it again.",
        },
      ],
    });
    expect(await register(userId, { retry: true })).toMatchObject({ success: true });
    expect(await readRow(api, userId)).toMatchObject({ midDeskResponseStatus: "pending", error: null });
    await deliverAll(api, delivery);
    expect(await verifierBooks(delivery, userId)).toHaveLength(1);
    expect(await readRow(api, userId)).toMatchObject({ midDeskResponseStatus: "open" });
  });

  it("that failed although the verifier had taken it is tried again without a second business", async () => {
    const userId = await addOwner(api);
    delivery.sandbox.faults.add({ ...CREATE, kind: "timeoutAfterEffect" });
    await register(userId);
    await delivery.drain();
    delivery.sandbox.faults.add({ provider: "middesk", kind: "status", status: 503, times: 9 });
    api.clock.advance({ minutes: 2 });
    await tryForAMinute(api, delivery);
    expect(await readRow(api, userId)).toMatchObject({ midDeskResponseStatus: "Failed To Send Request" });
    delivery.sandbox.faults.clear();
    await register(userId, { retry: true });
    await deliverAll(api, delivery);
    const books = await verifierBooks(delivery, userId);
    expect(books).toHaveLength(1);
    expect(await readRow(api, userId)).toMatchObject({ businessId: books[0]?.id });
  });

  it("that a worker was refused after another one took it over stays registered", async () => {
    const userId = await addOwner(api);
    await register(userId);
    const frozen = await freezeAt(api, delivery, "createBusiness");
    api.clock.advance({ minutes: 3 });
    await deliverAll(api, delivery);
    await frozen.wake(new ProviderError({ kind: "refused", provider: "middesk", message: "no" }));
    const [business] = await verifierBooks(delivery, userId);
    expect(await readRow(api, userId)).toMatchObject({
      businessId: business?.id,
      midDeskResponseStatus: "pending",
      error: null,
    });
  });

  it("that another worker was refused meanwhile is registered all the same, without its words", async () => {
    const userId = await addOwner(api);
    await register(userId);
    const frozen = await freezeAt(api, delivery, "createBusiness");
    api.clock.advance({ minutes: 3 });
    delivery.sandbox.faults.add({ ...CREATE, kind: "status", status: 403 });
    await delivery.drain();
    expect(await readRow(api, userId)).toMatchObject({ midDeskResponseStatus: "Failed To Send Request" });
    await frozen.wake();
    const [business] = await verifierBooks(delivery, userId);
    expect(await readRow(api, userId)).toMatchObject({ businessId: business?.id, error: null });
  });

  it("that the verifier refuses is not tried again, and its words are shown", async () => {
    const userId = await addOwner(api, { state: "Z" });
    await register(userId);
    expect(await delivery.drain()).toBe(0);
    expect(await readRow(api, userId)).toMatchObject({
      midDeskResponseStatus: "Failed To Send Request",
      error: expect.stringContaining("Address line1 can't be blank"),
    });
    expect(await lastAuditEvent(api, "businesses.notRegistered")).toMatchObject({
      actor: "job:outbox",
      subjectId: String(userId),
    });
    api.clock.advance({ hours: 48 });
    expect(await delivery.drain()).toBe(0);
    await api.database.unsafeTransaction((tx) =>
      tx.user.update({ where: { id: userId }, data: { state: "NY" } }),
    );
    await register(userId, { retry: true });
    await deliverAll(api, delivery);
    expect(await readRow(api, userId)).toMatchObject({ midDeskResponseStatus: "open", error: null });
  });

  it("whose EIN can not be opened has failed, and says nothing of what is sealed", async () => {
    const userId = await addOwner(api);
    await api.database.pool.query("UPDATE users SET ein_sealed = '\\x00ff' WHERE id = $1", [userId]);
    await register(userId);
    await tryForAMinute(api, delivery);
    expect(await verifierBooks(delivery, userId)).toEqual([]);
    const { rows } = await api.database.pool.query<{ status: string; error: string }>(
      "SELECT status, error FROM business WHERE user_id = $1",
      [userId],
    );
    expect(rows).toEqual([{ status: "Failed To Send Request", error: "The request could not be prepared." }]);
  });

  it("waits for as long as the verifier asks for slower calls", async () => {
    const userId = await addOwner(api);
    delivery.sandbox.faults.add({ ...CREATE, kind: "quota", times: 5 });
    await register(userId);
    await tryForAMinute(api, delivery);
    expect(await readRow(api, userId)).toMatchObject({ midDeskResponseStatus: "pending" });
    api.clock.advance({ minutes: 20 });
    await delivery.drain();
    api.clock.advance({ minutes: 20 });
    await delivery.drain();
    expect(await readRow(api, userId)).toMatchObject({ midDeskResponseStatus: "open" });
  });
});
