import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { linkChains } from "../chain/chains.ts";
import { addFile, type FolderStorage, openFiles } from "../testing/files.ts";
import type { TestApi } from "../testing/harness.ts";
import { adjustment, lookedAtPayment } from "../testing/payments.ts";
import { openSession } from "../testing/signing-in.ts";
import { readZip } from "../testing/zip.ts";
import { openPacket, PACKET_PATH } from "./packet.ts";

/** A customer of many years: more of each than anybody has. */
const NOTES = 1_000;
const PAYMENTS = 200;
const DOCUMENTS = 40;
const DOCUMENT_BYTES = 2_000_000;

let api: TestApi;
let storage: FolderStorage;
let userId: number;
beforeAll(async () => {
  ({ api, storage } = await openFiles());
  ({ id: userId } = await api.user());
  const employee = await api.as("EMPLOYEE");
  for (let number = 0; number < NOTES; number++)
    await employee.notes.create({ requestId: randomUUID(), userId, note: `Call ${number}` });
  for (let number = 0; number < PAYMENTS; number++) {
    // One adjustment of a kind a day is allowed.
    api.clock.advance({ hours: 24 });
    const credit = adjustment(userId, { paymentType: "CREDIT" });
    await employee.payments.recordManual(await lookedAtPayment(api, credit));
  }
  const content = `%PDF ${"x".repeat(DOCUMENT_BYTES)}`;
  for (let number = 0; number < DOCUMENTS; number++)
    await addFile(api, storage, userId, { name: `statement-${number}.pdf`, content });
  await linkChains({ db: api.database, vault: api.vault });
});
afterAll(() => api.close());

it("the packet of a customer of many years is whole, and how long it takes is said", async () => {
  const claims = await api.services.tokens.verify(await openSession(api, "ADMIN"));
  const actor = { ...(await api.admin("ADMIN")), sessionId: claims?.sessionId ?? "" };
  const began = performance.now();
  const link = await api.callAs(actor).packets.create({ requestId: randomUUID(), userId });
  const opened = await openPacket(api.services, link.url.slice(PACKET_PATH.length + 1));
  if (!opened.ok) throw new Error(opened.message);
  const zip = await buffer(opened.stream);
  const ms = performance.now() - began;
  const files = new Map(readZip(zip).map(({ name, content }) => [name, content]));
  const rows = (sheet: string) => parse(files.get(`${sheet}.csv`) ?? "", { columns: true, bom: true }).length;
  expect([rows("notes"), rows("payments")]).toEqual([NOTES, PAYMENTS]);
  expect(rows("audit")).toBeGreaterThanOrEqual(NOTES + PAYMENTS);
  expect([...files.keys()].filter((name) => name.startsWith("documents/"))).toHaveLength(DOCUMENTS);
  console.log(`A packet of ${(zip.length / 1e6).toFixed(0)} MB: ${(ms / 1000).toFixed(1)} s, goal 10 s`);
});
