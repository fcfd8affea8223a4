import { createHash, randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { maskSsn } from "@countinghouse/validators/masking";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { linkChains } from "../chain/chains.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { addFile, type FolderStorage, openFiles } from "../testing/files.ts";
import type { TestApi } from "../testing/harness.ts";
import { adjustment, lookedAtPayment } from "../testing/payments.ts";
import { openSession } from "../testing/signing-in.ts";
import { readZip } from "../testing/zip.ts";
import { packetProblems } from "./manifest.ts";
import { openPacket, PACKET_PATH } from "./packet.ts";

const SSN = "501-83-2746";

let api: TestApi;
let storage: FolderStorage;
let userId: number;
beforeAll(async () => {
  ({ api, storage } = await openFiles());
  const ssnSealed = Buffer.from("sealed");
  ({ id: userId } = await api.user({ ssnSealed, ssnLast4: SSN.slice(-4), dob: new Date("1985-04-07") }));
  const employee = await api.as("EMPLOYEE");
  const note = { requestId: randomUUID(), userId, note: "=SUM(A1)" };
  await employee.notes.create(note);
  const credit = adjustment(userId, { paymentType: "CREDIT" });
  await employee.payments.recordManual(await lookedAtPayment(api, credit));
  await addFile(api, storage, userId, { name: "contract.pdf", content: "%PDF contract" });
  const { id: other } = await api.user({ firstname: "Nobody" });
  await employee.notes.create({ requestId: randomUUID(), userId: other, note: "of somebody else" });
  await linkChains({ db: api.database, vault: api.vault });
});
afterAll(() => api.close());

/** Asks for a packet within a session that is really open, and reads what comes. */
async function packet(role: "SUPERADMIN" | "ADMIN" = "ADMIN", requestId: string = randomUUID()) {
  const claims = await api.services.tokens.verify(await openSession(api, role));
  const actor = { ...(await api.admin(role)), sessionId: claims?.sessionId ?? "" };
  const link = await api.callAs(actor).packets.create({ requestId, userId });
  const opened = await openPacket(api.services, link.url.slice(PACKET_PATH.length + 1));
  if (!opened.ok) throw new Error(opened.message);
  const entries = readZip(await buffer(opened.stream)).map(({ name, content }) => [name, content] as const);
  return { ...link, files: new Map(entries) };
}

const rows = (files: ReadonlyMap<string, Buffer>, sheet: string): Record<string, string>[] =>
  parse(files.get(`${sheet}.csv`) ?? "", { columns: true, bom: true });

const problems = (files: ReadonlyMap<string, Buffer>) =>
  packetProblems(
    api.vault,
    String(files.get("manifest.json")),
    [...files.keys()].filter((name) => name !== "manifest.json"),
    async (name) => {
      const content = files.get(name);
      return content === undefined ? null : createHash("sha256").update(content).digest("hex");
    },
  );

it("holds everything of one customer and nothing of another, by table and with the documents", async () => {
  const { files, fileName } = await packet();
  expect(fileName).toBe(`packet_user-${userId}.zip`);
  expect([...files.keys()]).toEqual([
    "README.txt",
    ...[
      "timeline",
      "customer",
      "applications",
      "decisions",
      "schedule",
      "payments",
      "ledger",
      "notes",
      "remarks",
      "promises",
      "adverse-action-notices",
    ].map((name) => `${name}.csv`),
    ...["audit.csv", "audit-chain.csv", "ledger-chain.csv", "documents/contract.pdf", "manifest.json"],
  ]);
  expect(rows(files, "customer")).toMatchObject([
    {
      "User Id": String(userId),
      "SSN (last four)": maskSsn(SSN, "detail").slice(-4),
      "Date of Birth": "1985-04-07",
    },
  ]);
  expect(rows(files, "notes")).toMatchObject([{ Note: "'=SUM(A1)", By: "employee@countinghouse.test" }]);
  expect(rows(files, "payments")).toHaveLength(1);
  expect(rows(files, "ledger")).toHaveLength(1);
  expect(rows(files, "timeline").map(({ What }) => What)).toEqual(
    expect.arrayContaining(["Customer added", "Note", "Document", "Payment MANUAL"]),
  );
  expect(String(files.get("documents/contract.pdf"))).toBe("%PDF contract");
  for (const content of files.values()) expect(String(content)).not.toContain("of somebody else");
});

it("has each event of the customer with its place in the chain, and each transaction of the ledger", async () => {
  const { files } = await packet();
  const events = rows(files, "audit");
  const chain = rows(files, "audit-chain");
  expect(events.length).toBeGreaterThan(2);
  expect(new Set(chain.map(({ Event }) => Event))).toEqual(new Set(events.map(({ Event }) => Event)));
  const noted = events.find(({ Action }) => Action === "notes.create");
  const link = await api.database.read.auditLink.findUniqueOrThrow({
    where: { eventId: BigInt(noted?.Event ?? -1) },
  });
  expect(chain.find(({ Event }) => Event === noted?.Event)).toMatchObject({
    Position: String(link.position),
    Link: Buffer.from(link.hash).toString("hex"),
  });
  expect(rows(files, "ledger-chain")).toHaveLength(1);
});

it("is proven by its manifest: a file that is changed, taken out or put in is named, and a manifest of one's own is refused", async () => {
  const { files } = await packet();
  expect(await problems(files)).toEqual([]);
  const changed = new Map(files).set("notes.csv", Buffer.from("Note\nnothing\n"));
  expect(await problems(changed)).toEqual(["notes.csv was changed."]);
  const less = new Map(files);
  less.delete("documents/contract.pdf");
  expect(await problems(less)).toEqual(["documents/contract.pdf is missing."]);
  expect(await problems(new Map(files).set("more.csv", Buffer.from("")))).toEqual(["more.csv was put in."]);
  const own = String(files.get("manifest.json")).replace(
    /"sha256": "[0-9a-f]{64}"/,
    `"sha256": "${"0".repeat(64)}"`,
  );
  const refused = ["The manifest was not signed by this console, or was changed."];
  expect(await problems(new Map(files).set("manifest.json", Buffer.from(own)))).toEqual(refused);
  expect(await problems(new Map(files).set("manifest.json", Buffer.from("{}")))).toEqual([
    "The manifest can not be read.",
  ]);
});

it("names the documents that are not where they should be, and holds the rest", async () => {
  const { id } = await api.user();
  const gone = await addFile(api, storage, id, { name: "lost.pdf" });
  await api.services.ports.objectStorage.delete(gone.objectKey);
  const kept = userId;
  userId = id;
  const { files } = await packet();
  userId = kept;
  expect(String(files.get("documents-missing.txt"))).toBe("documents/lost.pdf\r\n");
});

it("is made of an existing customer, and opened in the session that asked", async () => {
  const admin = await api.as("ADMIN");
  await expectRefusal(admin.packets.create({ requestId: randomUUID(), userId: 2e9 }), "NOT_FOUND");
  // The session of this caller was never opened.
  const { url } = await admin.packets.create({ requestId: randomUUID(), userId });
  expect(await openPacket(api.services, url.slice(PACKET_PATH.length + 1))).toMatchObject({
    ok: false,
    reason: "invalid",
  });
});
