import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { CollectionZip } from "@countinghouse/validators/collections/rules";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addBankLink, connectBankLink } from "../testing/bank-links.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { addFile, type FolderStorage, withFolderStorage } from "../testing/files.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { openSession } from "../testing/signing-in.ts";
import { readZip } from "../testing/zip.ts";
import { COLLECTION_ZIP_PATH, openCollectionZip } from "./zip.ts";

let api: TestApi;
let storage: FolderStorage;
let delivery: Delivery;
/** Two customers with documents, and one without any. */
let one: number;
let two: number;
let bare: number;
beforeAll(async () => {
  api = await createTestApi();
  storage = withFolderStorage(api);
  delivery = await startDelivery(api);
  connectBankLink(api, delivery);
  [one, two, bare] = [(await api.user()).id, (await api.user()).id, (await api.user()).id];
  for (const userId of [one, two]) {
    await addFile(api, storage, userId, { name: "contract-old.pdf", content: "old" });
    api.clock.advance({ seconds: 1 });
    await addFile(api, storage, userId, { name: "../contract-1.pdf", content: `%PDF of ${userId}` });
    await addFile(api, storage, userId, { type: "consent", name: "consent.pdf" });
    await addBankLink(api, userId);
    await requestReport(userId);
  }
  api.clock.advance({ hours: 48 });
  await requestReport(one);
});
afterEach(() => delivery.sandbox.faults.clear());
afterAll(async () => {
  await delivery.close();
  await api.close();
});

/** Has a report ordered, made and received. */
async function requestReport(userId: number): Promise<void> {
  const employee = await api.as("EMPLOYEE");
  await employee.assetReports.request({ requestId: randomUUID(), userId });
  await delivery.drain();
  api.clock.advance({ seconds: 8 });
  await employee.collections.bankData({ userIds: String(userId) });
}

/** Asks within a session that is really open. */
async function zip(type: CollectionZip, userIds: number[]) {
  const claims = await api.services.tokens.verify(await openSession(api, "EMPLOYEE"));
  const actor = { ...(await api.admin("EMPLOYEE")), sessionId: claims?.sessionId ?? "" };
  return api.callAs(actor).collections.zip({ requestId: randomUUID(), type, userIds });
}

const open = (url: string) => openCollectionZip(api.services, url.slice(COLLECTION_ZIP_PATH.length + 1));

async function readEntries(url: string) {
  const opened = await open(url);
  if (!opened.ok) throw new Error(opened.message);
  return readZip(await buffer(opened.stream));
}

it("the contracts of many users are the newest of each, under names that begin with their ids", async () => {
  const { url, fileName, documents } = await zip("contracts", [two, bare, one]);
  expect([fileName, documents]).toEqual(["bulkContracts.zip", 2]);
  expect((await readEntries(url)).map(({ name, content }) => [name, content.toString()])).toEqual([
    [`${one}_contract-1.pdf`, `%PDF of ${one}`],
    [`${two}_contract-1.pdf`, `%PDF of ${two}`],
  ]);
});

it("the asset reports of many users are the newest of each as the provider's PDF, those of one user are all", async () => {
  const bulk = await zip("bulk", [one, two]);
  expect(bulk.fileName).toBe("bulkAssetReports.zip");
  const entries = await readEntries(bulk.url);
  expect(entries.map(({ name }) => name)).toEqual([
    `${one}_asset-report-2026-11-22.pdf`,
    `${two}_asset-report-2026-11-20.pdf`,
  ]);
  for (const { content } of entries) expect(content.subarray(0, 5).toString()).toBe("%PDF-");
  const user = await zip("user", [one]);
  expect([user.fileName, user.documents]).toEqual(["assetReports.zip", 2]);
});

it("without any document nothing is made, and the refusal is the specification's", async () => {
  await expectRefusal(zip("bulk", [bare]), "RULE", "No asset report found!");
  await expectRefusal(zip("user", [bare]), "RULE", "No asset report found!");
  await expectRefusal(zip("contracts", [bare]), "RULE", "No file exists!");
});

it("a document that is gone for good is named in a text beside the others", async () => {
  const { id: lost } = await api.user();
  await addFile(api, storage, lost, { name: "contract-9.pdf", content: null });
  const entries = await readEntries((await zip("contracts", [one, lost])).url);
  expect(entries.map(({ name }) => name)).toEqual([`${one}_contract-1.pdf`, "not-included.txt"]);
  expect(entries[1]?.content.toString()).toContain(`${lost}_contract-9.pdf`);
});

it("waits for a provider who has counted too many calls, and breaks off when there is an outage", async () => {
  const pdf = { provider: "plaid", path: "/asset_report/pdf/get", kind: "status" } as const;
  delivery.sandbox.faults.add({ ...pdf, status: 429, times: 1 });
  expect(await readEntries((await zip("bulk", [one, two])).url)).toHaveLength(2);
  delivery.sandbox.faults.add({ ...pdf, status: 503, times: 20 });
  await expect(readEntries((await zip("bulk", [two])).url)).rejects.toMatchObject({ kind: "unavailable" });
});

it("an address works for a minute, for nobody who forges one, and not once the session is over", async () => {
  const { url } = await zip("contracts", [one]);
  expect(await open(`${url}x`)).toMatchObject({ ok: false, reason: "invalid" });
  await api.database.pool.query("UPDATE admin_session SET revoked_at = now()");
  expect(await open(url)).toMatchObject({ ok: false, reason: "invalid" });
  const fresh = await zip("contracts", [one]);
  api.clock.advance({ seconds: 61 });
  expect(await open(fresh.url)).toMatchObject({ ok: false, reason: "expired" });
});
