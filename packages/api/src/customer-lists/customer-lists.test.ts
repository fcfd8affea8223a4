import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";
import { LEDGER_MESSAGES } from "@countinghouse/validators/messages";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dueCustomer, endRunning, reviewed, startPayments } from "../testing/bulk.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run } from "../testing/payable.ts";
import { cardException } from "../testing/reports.ts";

type Of = RouterInputs["customerLists"]["freeze"]["of"];

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"] }));
});
afterAll(() => api.close());

const freeze = async (of: Of, expected: number, requestId = randomUUID()) =>
  (await api.as("EMPLOYEE")).customerLists.freeze({ requestId, of, expected });
const get = async (id: string) => (await api.as("VIEWER")).customerLists.get({ id });
const readIds = async (listId: string) =>
  (await (await api.as("VIEWER")).bulkJobs.previewList({ kind: "BULK_ACH", version: 2, listId })).rows.map(
    ({ userId }) => userId,
  );
const chosen = (...userIds: number[]): Of => ({ list: "chosen", from: "Payment Processor", userIds });
const NO_FILTERS = { stage: null, balance: null, nextDue: null, pastDue: null, lastPayment: null, tags: [] };
const all = (changes: Partial<Extract<Of, { list: "users" }>> = {}): Of => ({
  list: "users",
  filters: NO_FILTERS,
  ...changes,
});
const matching = async () => (await (await api.as("EMPLOYEE")).users.sums({})).users;
const overdue = async () =>
  (await (await api.as("EMPLOYEE")).paymentSchedules.sums()).find(({ due }) => due === "overdue")?.payments ??
  0;

describe("keeping the customers of a list", () => {
  it("takes those who were selected, each once, and says what they are of", async () => {
    const [one, other] = [await dueCustomer(api), await dueCustomer(api)];
    const { id, customers } = await freeze(chosen(other.userId, one.userId, other.userId), 2);
    expect(customers).toBe(2);
    expect(await get(id)).toMatchObject({ title: "Selected in Payment Processor", customers: 2 });
    expect(await readIds(id)).toEqual([one.userId, other.userId].toSorted((a, b) => a - b));
  });

  it("takes all that a filter finds but those left out, by the filter and not by their ids", async () => {
    const [kept, left] = [await dueCustomer(api), await dueCustomer(api)];
    const filters = { ...NO_FILTERS, balance: "owing" as const };
    const { users } = await (await api.as("EMPLOYEE")).users.sums({ filters });
    const { id } = await freeze(all({ filters, except: [left.userId] }), users - 1);
    const ids = await readIds(id);
    expect(ids).toHaveLength(users - 1);
    expect(ids).toContain(kept.userId);
    expect(ids).not.toContain(left.userId);
    expect((await get(id)).title).toBe("Users · Balance: Owes · without 1");
  });

  it("takes the customers of all overdue payments", async () => {
    const { userId } = await dueCustomer(api);
    const { id } = await freeze({ list: "payment-schedules", due: "overdue" }, await overdue());
    expect(await readIds(id)).toContain(userId);
    expect((await get(id)).title).toBe("Payment Schedules · Overdue");
  });

  it("takes the customers of the chargebacks, deadlines and ledger lines that match but some, as many as each list says", async () => {
    const { api: paid, processors } = await openPayments({ roles: ["EMPLOYEE", "VIEWER"], passcodes: true });
    const pay = async () => {
      const customer = await payableCustomer(paid);
      await run(paid, order(customer, "SALE"));
      return { ...customer, key: processors.books.at(-1)?.key ?? "" };
    };
    const [one, other] = [await pay(), await pay()];
    processors.report({ exceptions: [cardException(one.key), cardException(other.key)] });
    await paid.services.payments.pullReports();
    const as = await paid.as("EMPLOYEE");
    const kept = async (of: Of, expected: number) => {
      const { id } = await as.customerLists.freeze({ requestId: randomUUID(), of, expected });
      const list = await paid.database.read.customerList.findUniqueOrThrow({ where: { id } });
      return [list.title, ...list.userIds];
    };
    const filters = { transactionType: "Card", chargebackType: "Chargeback" } as const;
    const { chargebacks, sums } = await as.chargebacks.list(filters);
    const left = chargebacks.find(({ userId }) => userId === one.userId)?.id ?? "";
    expect(sums?.total).toBe(2);
    expect(await kept({ list: "chargebacks", filters, except: [left] }, 1)).toEqual([
      "Chargebacks · Card · Chargeback · Last 30 Days · without 1",
      other.userId,
    ]);
    await expectRefusal(kept({ list: "chargebacks", filters }, 3), "CONFLICT", "2 match now, 3 when");
    const { items } = await as.deadlines.list({ kind: "DISPUTE" });
    const [first] = items;
    expect(
      await kept(
        {
          list: "deadlines",
          filters: { kind: "DISPUTE" },
          except: [`${first?.clock ?? ""}:${first?.key ?? ""}`],
        },
        1,
      ),
    ).toEqual(["Deadlines · Dispute response · without 1", items[1]?.userId]);
    const { total, lines } = await as.ledger.list({ cursor: null });
    const ofOne = lines.filter(({ userId }) => userId === one.userId).map(({ id }) => id);
    expect(await kept({ list: "loans-ledger", except: ofOne }, (total ?? 0) - ofOne.length)).toEqual([
      `${LEDGER_MESSAGES.title} · without ${ofOne.length}`,
      other.userId,
    ]);
    await paid.close();
  });

  it("does not change with its list: who comes later is not in it", async () => {
    await dueCustomer(api);
    const { id } = await freeze({ list: "payment-schedules", due: "overdue" }, await overdue());
    const later = await dueCustomer(api);
    expect(await readIds(id)).not.toContain(later.userId);
  });

  it("is refused where other rows match than were shown, with how many", async () => {
    const shown = await matching();
    await dueCustomer(api);
    const refusal = freeze(all(), shown);
    await expectRefusal(refusal, "CONFLICT", `This list has changed: ${shown + 1} match now, ${shown} when`);
    await expectRefusal(freeze(chosen(2_000_000_000), 1), "CONFLICT", "The selection is empty now");
  });

  it("returns the first result to a repeated request, also when the list has changed", async () => {
    const requestId = randomUUID();
    const shown = await matching();
    const first = await freeze(all(), shown, requestId);
    await dueCustomer(api);
    expect(await freeze(all(), shown, requestId)).toEqual(first);
  });
});

describe("a kept list as the list of a job", () => {
  it("has the rules of pasted ids, row by row", async () => {
    const { userId } = await dueCustomer(api);
    const { id } = await freeze(chosen(userId), 1);
    const caller = await api.as("EMPLOYEE");
    const screen = { kind: "BULK_ACH", version: 2 } as const;
    const pasted = await caller.bulkJobs.preview({ ...screen, userIds: String(userId) });
    expect(await caller.bulkJobs.previewList({ ...screen, listId: id })).toEqual(pasted);
  });

  it("of more customers than a job takes is refused, and so is one there is not", async () => {
    const { id: adminId } = await api.admin("EMPLOYEE");
    const id = randomUUID();
    await api.asOwner(
      `INSERT INTO customer_list (id, title, user_ids, made_by_id, made_at)
       VALUES ('${id}', 'many', (SELECT array_agg(n) FROM generate_series(1, 2001) n), '${adminId}', now())`,
    );
    await expectRefusal(readIds(id), "RULE", "A bulk job takes at most 2,000 customers: these are 2,001.");
    await expectRefusal(readIds(randomUUID()), "NOT_FOUND");
    const balance = { version: 2, userIds: "", requestId: randomUUID() } as const;
    const caller = await api.as("EMPLOYEE");
    await expectRefusal(caller.bulkJobs.startBalance({ ...balance, listId: id }), "RULE");
    await expect(caller.bulkJobs.startBalance(balance)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("asks the banks of its customers", async () => {
    const { userId } = await dueCustomer(api);
    const { id } = await freeze(chosen(userId), 1);
    const started = await (await api.as("EMPLOYEE")).bulkJobs.startBalance({
      version: 2,
      userIds: "",
      listId: id,
      requestId: randomUUID(),
    });
    const batch = await (await api.as("VIEWER")).bulkJobs.batch(started);
    expect(batch).toMatchObject({ total: 1 });
    await endRunning(api, "BULK_BALANCE");
  });

  it("pressed twice, or by two at once, charges its customers once", async () => {
    const [one, other] = [await dueCustomer(api), await dueCustomer(api)];
    await freeze(chosen(one.userId, other.userId), 2);
    const presses = await Promise.allSettled([
      startPayments(api, reviewed("BULK_ACH", [one, other]), "EMPLOYEE"),
      startPayments(api, reviewed("BULK_ACH", [one, other]), "ADMIN"),
      startPayments(api, reviewed("BULK_ACH", [one, other]), "EMPLOYEE"),
    ]);
    expect(presses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const charged = await api.database.read.bulkItem.count({
      where: { userId: { in: [one.userId, other.userId] }, batch: { kind: "BULK_ACH" } },
    });
    expect(charged).toBe(2);
    await endRunning(api, "BULK_ACH");
  });
});
