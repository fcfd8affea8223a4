import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addOwner, connectBusinesses, deliverAll, registerReviewed } from "../testing/businesses.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { openSession } from "../testing/signing-in.ts";
import { readZip } from "../testing/zip.ts";
import { LIEN_PDFS_PATH, openLienPdfs } from "./lien-pdfs.ts";
import { pollBusinesses } from "./poll.ts";

let api: TestApi;
let delivery: Delivery;
let one: number;
let two: number;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBusinesses(api, delivery);
  [one, two] = [await addOwner(api), await addOwner(api, { companyName: "../Two <b>LLC" })];
  await registerReviewed(api, delivery, [one, two]);
  const employee = await api.as("EMPLOYEE");
  await employee.businesses.fileLiens({ requestId: randomUUID(), userIds: [one, two] });
  await deliverAll(api, delivery);
  api.clock.advance({ hours: 25 });
  await pollBusinesses(api.services);
});
afterEach(() => delivery.sandbox.faults.clear());
afterAll(async () => {
  await delivery.close();
  await api.close();
});

/** Asks within a session that is really open. */
async function lienPdfs(userIds: number[], role: Role = "EMPLOYEE") {
  const claims = await api.services.tokens.verify(await openSession(api, role));
  const actor = { ...(await api.admin(role)), sessionId: claims?.sessionId ?? "" };
  return api.callAs(actor).businesses.lienPdfs({ requestId: randomUUID(), userIds });
}

const open = (url: string) => openLienPdfs(api.services, url.slice(LIEN_PDFS_PATH.length + 1));

async function readBytes(url: string): Promise<Buffer> {
  const opened = await open(url);
  if (!opened.ok) throw new Error(opened.message);
  const bytes = await buffer(opened.stream);
  expect(bytes.length).toBe(opened.sizeBytes);
  return bytes;
}

it("the document of one lien is a PDF that says whose lien it is", async () => {
  const { url, fileName } = await lienPdfs([one]);
  expect(fileName).toBe(`${one}_Delgado Catering LLC_lien.pdf`);
  expect(await open(url)).toMatchObject({ ok: true, fileName, contentType: "application/pdf" });
  expect((await readBytes(url)).subarray(0, 5).toString()).toBe("%PDF-");
});

it("those of several come in one zip file, each once, under names that lead nowhere else", async () => {
  const { url, fileName } = await lienPdfs([two, one, two]);
  expect(fileName).toBe(`${newYorkDate(api.clock.now())} Reports.zip`);
  expect(await open(url)).toMatchObject({ ok: true, contentType: "application/zip" });
  const entries = readZip(await readBytes(url));
  expect(entries.map(({ name }) => name)).toEqual([
    `${one}_Delgado Catering LLC_lien.pdf`,
    "Two _b_LLC_lien.pdf",
  ]);
  for (const { content } of entries) expect(content.subarray(0, 5).toString()).toBe("%PDF-");
});

it("counts as a look at each customer whose document it is", async () => {
  await lienPdfs([one, two], "ADMIN");
  const { id: adminId } = await api.admin("ADMIN");
  const read = await api.database.read.customerReading.findMany({ where: { adminId } });
  expect(new Set(read.map(({ userId }) => userId))).toEqual(new Set([one, two]));
});

it("that of a lien without one, of no lien and of nobody is refused", async () => {
  const without = await addOwner(api);
  await expectRefusal(lienPdfs([one, without]), "RULE", `The lien of user ${without} has no document.`);
  await expectRefusal(lienPdfs([2e9]), "RULE", "The lien of user 2000000000 has no document.");
});

it("an address works for a minute, for nobody who forges one, and not once the session is over", async () => {
  const { url } = await lienPdfs([one]);
  expect(await open(`${url}x`)).toMatchObject({ ok: false, reason: "invalid" });
  await api.database.pool.query("UPDATE admin_session SET revoked_at = now()");
  expect(await open(url)).toMatchObject({ ok: false, reason: "invalid" });
  const fresh = await lienPdfs([one]);
  api.clock.advance({ seconds: 61 });
  expect(await open(fresh.url)).toEqual({ ok: false, reason: "expired", message: "PDF Link Expired" });
});

it("a link of the verifier's that has expired is asked for anew; one that always has says so", async () => {
  const { url } = await lienPdfs([one]);
  const file = { provider: "middesk", path: "/middesk/files/", kind: "status", status: 403 } as const;
  delivery.sandbox.faults.add(file);
  expect((await readBytes(url)).length).toBeGreaterThan(100);
  delivery.sandbox.faults.add({ ...file, times: 2 });
  expect(await open(url)).toEqual({ ok: false, reason: "expired", message: "PDF Link Expired" });
});

it("a verifier who does not answer is no expired link", async () => {
  const { url } = await lienPdfs([one]);
  delivery.sandbox.faults.add({ provider: "middesk", kind: "status", status: 503 });
  await expect(open(url)).rejects.toMatchObject({ name: "ProviderError", kind: "unavailable" });
});
