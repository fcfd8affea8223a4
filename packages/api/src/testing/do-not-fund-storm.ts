import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { addCrmCustomer, type CrmCustomer, dealFields, notesOn } from "./crm.ts";
import type { Delivery } from "./delivery.ts";
import type { TestApi } from "./harness.ts";

/** Of the calls to the CRM, 30 % fail and 10 % are done without an answer. Faults last for a thousand calls each. */
const FAULTS = [
  { kind: "status", chance: 0.3 },
  { kind: "timeoutAfterEffect", chance: 0.1 },
] as const;

/**
 * So many changes of Do Not Fund, every third one taken back again, while the CRM fails; delivered until nothing waits. Returns
 * the customers.
 */
export async function stormOfBans(api: TestApi, delivery: Delivery, changes: number): Promise<CrmCustomer[]> {
  const customers: CrmCustomer[] = [];
  const { doNotFund } = await api.as("EMPLOYEE");
  for (let done = 0; done < changes; ) {
    const customer = await addCrmCustomer(api);
    customers.push(customer);
    const { userId } = customer;
    const requested = () => ({ requestId: randomUUID(), userId });
    await doNotFund.set({ ...requested(), doNotFund: true, reason: "Defaulted" });
    done++;
    if (customers.length % 3 !== 0 || done >= changes) continue;
    await doNotFund.clear({ ...requested(), doNotFund: false });
    done++;
  }
  const waiting = () => api.database.read.outboxMessage.count({ where: { state: "QUEUED" } });
  while ((await waiting()) > 0) {
    delivery.sandbox.faults.clear();
    for (const fault of FAULTS) delivery.sandbox.faults.add({ provider: "zoho", times: 1000, ...fault });
    await delivery.drain();
    api.clock.advance({ minutes: 20 });
  }
  delivery.sandbox.faults.clear();
  return customers;
}

/** Contact, deal and notes of each customer are in the CRM as they are meant here, and no note stands there twice. */
export async function expectEqualSides(
  api: TestApi,
  delivery: Delivery,
  customers: readonly CrmCustomer[],
): Promise<void> {
  const failed = await api.database.read.outboxMessage.count({ where: { state: "FAILED" } });
  expect(failed).toBe(0);
  const users = await api.database.read.user.findMany({
    where: { id: { in: customers.map((each) => each.userId) } },
  });
  for (const { userId, crmId } of customers) {
    const isSet = users.find(({ id }) => id === userId)?.doNotFund ?? false;
    const { DNF, DNF_Reason } = delivery.sandbox.zoho.records.get("Contacts", crmId)?.fields ?? {};
    expect([DNF, DNF_Reason]).toEqual(isSet ? [true, "Defaulted"] : [false, null]);
    expect(dealFields(delivery, crmId)?.Stage).toBe(isSet ? "Closed Lost" : "Underwriting");
    const notes = notesOn(delivery, crmId);
    expect([notes.lead.length, notes.deal.length]).toEqual(isSet ? [1, 1] : [2, 2]);
    expect(new Set(notes.deal).size).toBe(notes.deal.length);
  }
}
