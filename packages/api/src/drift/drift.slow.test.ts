import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ledgerDraft } from "../ledger-writes/message.ts";
import { queueOutbox } from "../outbox/queue.ts";
import { addCrmCustomer, type CrmCustomer, notesOn } from "../testing/crm.ts";
import { type Delivery, rowIdsIn, startDelivery } from "../testing/delivery.ts";
import { expectEqualSides, stormOfBans } from "../testing/do-not-fund-storm.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createMemoryStorage, type MemoryStorage } from "../testing/memory-storage.ts";
import { checkDrift, checkDriftNightly } from "./check.ts";

let api: TestApi;
let delivery: Delivery;
let storage: MemoryStorage;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  storage = createMemoryStorage();
  Object.assign(api.services.ports, delivery.ports, { objectStorage: storage });
});
afterEach(async () => {
  delivery.sandbox.faults.clear();
  await api.database.unsafeTransaction(async (tx) => {
    await tx.drift.deleteMany();
    await tx.driftCheck.deleteMany();
    await tx.userFile.deleteMany();
    await tx.outboxMessage.deleteMany();
  });
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const waiting = async () => (await (await api.as("VIEWER")).work.list({ kind: "DRIFT" })).items;
const toId = (key: string) => key.slice(key.indexOf(":") + 1);
const repair = async (key: string, role: Role = "EMPLOYEE") =>
  (await api.as(role)).drift.repair({ id: toId(key), requestId: randomUUID() });

/** A customer who is not to be funded, as the CRM was told. */
async function banned(): Promise<CrmCustomer> {
  const customer = await addCrmCustomer(api);
  const { doNotFund } = await api.as("EMPLOYEE");
  const { userId } = customer;
  await doNotFund.set({ requestId: randomUUID(), userId, doNotFund: true, reason: "Defaulted" });
  await delivery.drain();
  return customer;
}
const change = (module: "Contacts" | "Deals", id: string, fields: Record<string, unknown>) => {
  const record = delivery.sandbox.zoho.records.get(module, id);
  if (record) delivery.sandbox.zoho.records.change(record, fields);
};
const findContact = (crmId: string) => delivery.sandbox.zoho.records.get("Contacts", crmId)?.fields;

/** A row that was written to the sheet. */
async function written(): Promise<string> {
  const rowId = randomUUID();
  const cells = ["2026-11-20", 10_001, "Maria Delgado", 100, "DEBIT", "SALE", "Debit Card", "SALE"];
  const draft = ledgerDraft(`ledger-sheet:payment:${rowId}`, { sheet: "Payments", row: { rowId, cells } });
  await api.database.unsafeTransaction((tx) => queueOutbox(tx, api.vault, api.clock.now(), [draft]));
  await delivery.drain();
  return rowId;
}

it("finds nothing where all is as it was told", async () => {
  await banned();
  await written();
  expect(await checkDrift(api.services)).toEqual({ compared: 5, found: 0, gone: 0, unanswered: [] });
  expect(await waiting()).toEqual([]);
});

describe("what was changed in the CRM waits for a person, and is put right once by a press", () => {
  it("a flag", async () => {
    const { userId, crmId } = await banned();
    change("Contacts", crmId, { DNF: false, DNF_Reason: null });
    expect(await checkDrift(api.services)).toMatchObject({ found: 1 });
    const [item] = await waiting();
    expect(item).toMatchObject({
      userId,
      said: "Do Not Fund in the CRM: here set: Defaulted; there not set.",
    });
    await repair(item?.key ?? "");
    expect(await waiting()).toEqual([]);
    expect(await delivery.drain()).toBe(1);
    expect(findContact(crmId)).toMatchObject({ DNF: true, DNF_Reason: "Defaulted" });
    expect(await checkDrift(api.services)).toMatchObject({ found: 0, gone: 1 });
  });

  it("a deal that was opened again", async () => {
    const { crmId } = await banned();
    const [deal] = delivery.sandbox.zoho.records.listDeals(crmId);
    change("Deals", deal?.id ?? "", { Stage: "Underwriting", Decline_Reason: null });
    await checkDrift(api.services);
    const [item] = await waiting();
    expect(item?.said).toContain("here Closed Lost (Do Not Fund); there Underwriting");
    await repair(item?.key ?? "");
    expect(await delivery.drain()).toBe(1);
    expect(await checkDrift(api.services)).toMatchObject({ found: 0, gone: 1 });
  });

  it("a note that is lost, and not one that came back meanwhile", async () => {
    const { crmId } = await banned();
    const before = notesOn(delivery, crmId);
    const { records } = delivery.sandbox.zoho;
    const kept = records.contents().notes.filter(({ parentId }) => parentId !== crmId);
    const contact = findContact(crmId);
    const [deal] = records.listDeals(crmId);
    records.clear();
    change("Contacts", crmId, contact ?? {});
    change("Deals", deal?.id ?? "", deal?.fields ?? {});
    for (const note of kept) records.addNote(note);
    await checkDrift(api.services);
    const items = await waiting();
    expect(items.map(({ said }) => said)).toEqual([
      "Note in the CRM: here a note “Do Not Fund” on the lead; there there is no such note.",
    ]);
    await repair(items[0]?.key ?? "");
    expect(await delivery.drain()).toBe(1);
    expect(notesOn(delivery, crmId)).toEqual(before);
    expect(await checkDrift(api.services)).toMatchObject({ found: 0, gone: 1 });
  });
});

describe("what changes while it is put right", () => {
  const lift = async (userId: number) =>
    (await api.as("EMPLOYEE")).doNotFund.clear({ requestId: randomUUID(), userId, doNotFund: false });

  it("is not set back: a deal that is to be opened again is not closed once more", async () => {
    const { userId, crmId } = await banned();
    const [deal] = delivery.sandbox.zoho.records.listDeals(crmId);
    change("Deals", deal?.id ?? "", { Stage: "Underwriting", Decline_Reason: null });
    await checkDrift(api.services);
    const [item] = await waiting();
    await lift(userId);
    await expectRefusal(repair(item?.key ?? ""), "CONFLICT");
    await delivery.drain();
    const [after] = delivery.sandbox.zoho.records.listDeals(crmId);
    expect(after?.fields).toMatchObject({ Stage: "Underwriting" });
  });

  it("is waited for: the CRM is told last what is meant here", async () => {
    const { userId, crmId } = await banned();
    change("Contacts", crmId, { DNF: false, DNF_Reason: null });
    await checkDrift(api.services);
    const [item] = await waiting();
    let repaired: Promise<unknown> = Promise.resolve();
    const waits = async () => {
      const { rows } = await api.database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length;
    };
    await api.database.unsafeTransaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
      repaired = repair(item?.key ?? "");
      await expect.poll(waits).toBe(1);
      await tx.user.update({ where: { id: userId }, data: { doNotFundReason: "Fraud" } });
    });
    await repaired;
    await delivery.drain();
    expect(findContact(crmId)).toMatchObject({ DNF: true, DNF_Reason: "Fraud" });
  });
});

it("a row that was deleted from the sheet is written once more by a press, and only once by two", async () => {
  const rowId = await written();
  delivery.sandbox.sheets.clear();
  await checkDrift(api.services);
  const [item] = await waiting();
  expect(item?.said).toContain("Row of the ledger sheet");
  const key = item?.key ?? "";
  const presses = await Promise.allSettled([repair(key), repair(key, "ADMIN")]);
  expect(presses.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await delivery.drain();
  expect(rowIdsIn(delivery.sandbox).filter((id) => id === rowId)).toHaveLength(1);
});

it("a file whose bytes are gone waits for a person, and no press brings it back", async () => {
  const { id: userId } = await api.user();
  await api.database.unsafeTransaction((tx) =>
    tx.userFile.create({
      data: {
        userId,
        type: "contract",
        name: "Contract.pdf",
        contentType: "application/pdf",
        sizeBytes: 7,
        objectKey: "contracts/lost",
        createdAt: api.clock.now(),
      },
    }),
  );
  await checkDrift(api.services);
  const [item] = await waiting();
  expect(item?.said).toBe("File in the store: here Contract.pdf, 7 bytes; there it is not there.");
  await expectRefusal(repair(item?.key ?? ""), "RULE", "The file content is lost.");
  await storage.put("contracts/lost", new Uint8Array(7));
  expect(await checkDrift(api.services)).toMatchObject({ gone: 1 });
});

describe("a press", () => {
  it("is refused where the CRM is off, and once it is put right", async () => {
    const { crmId } = await banned();
    change("Contacts", crmId, { DNF: false });
    await checkDrift(api.services);
    const key = (await waiting())[0]?.key ?? "";
    api.vendorsOff.push("crm");
    await expectRefusal(repair(key), "RULE");
    api.vendorsOff.length = 0;
    await repair(key);
    await expectRefusal(repair(key), "CONFLICT", "It is in sync again");
  });

  it("that did not help brings the item back, and may be pressed again", async () => {
    const { crmId } = await banned();
    change("Contacts", crmId, { DNF: false });
    await checkDrift(api.services);
    const key = (await waiting())[0]?.key ?? "";
    await repair(key);
    await delivery.drain();
    change("Contacts", crmId, { DNF: false });
    await checkDrift(api.services);
    expect((await waiting()).map((item) => item.key)).toEqual([key]);
    await repair(key);
    expect(await delivery.drain()).toBe(1);
  });
});

it("nothing is said to differ of a system that does not answer, or of what is still on its way", async () => {
  const { userId } = await banned();
  delivery.sandbox.faults.add({ provider: "zoho", kind: "status", times: 1000 });
  const report = await checkDrift(api.services);
  expect(report).toMatchObject({ found: 0, unanswered: [expect.stringContaining("CRM")] });
  delivery.sandbox.faults.clear();
  const { doNotFund } = await api.as("EMPLOYEE");
  await doNotFund.clear({ requestId: randomUUID(), userId, doNotFund: false });
  expect(await checkDrift(api.services)).toMatchObject({ compared: 0, found: 0, unanswered: [] });
});

it("is compared once a night, by whoever comes first", async () => {
  expect(await checkDriftNightly(api.services)).toBeNull();
  api.clock.advance({ hours: 16 });
  expect(await checkDriftNightly(api.services)).toMatchObject({ found: 0 });
  expect(await checkDriftNightly(api.services)).toBeNull();
});

it("changes of Do Not Fund end equal on both sides, no note twice, while the CRM fails", async () => {
  const customers = await stormOfBans(api, delivery, 8);
  await expectEqualSides(api, delivery, customers);
  expect(await checkDrift(api.services)).toMatchObject({ found: 0, unanswered: [] });
});
