import { createTestVault } from "@countinghouse/db/testing/database";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createMemoryStorage, type MemoryStorage } from "../testing/memory-storage.ts";
import { debtor } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import { linkChains } from "./chains.ts";
import { compareHeads, HEADS_FOLDER, keepHeads } from "./heads.ts";

let api: TestApi;
let storage: MemoryStorage;
beforeEach(async () => {
  api = await createTestApi({ connections: 4 });
  storage = createMemoryStorage();
});
afterEach(() => api.close());

const pay = async () => {
  const { id } = await debtor(api);
  await record(api, payment(id));
  await linkChains({ db: api.database, vault: api.vault });
};
const keep = (keptLast: string | null = null) =>
  keepHeads({ db: api.database, vault: api.vault, storage }, api.clock.now(), keptLast);
const compare = (vault = api.vault) => compareHeads({ db: api.database, vault, storage }, api.clock.now());
const keys = () => [...storage.objects.keys()];
const unguarded = (sql: string) =>
  api.asOwner(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`);

it("the heads of both chains are kept once a minute, by whoever comes first, and only where they changed", async () => {
  expect(await keep()).toEqual(expect.any(String));
  expect(keys()).toEqual([]);
  await pay();
  const kept = await keep();
  await pay();
  await keep();
  expect(keys()).toEqual([
    expect.stringMatching(new RegExp(`^${HEADS_FOLDER}\\d{4}/\\d{2}/\\d{2}/\\d{4}\\.json$`)),
  ]);
  api.clock.advance({ seconds: 60 });
  const later = await keep(kept);
  expect(keys()).toHaveLength(2);
  api.clock.advance({ seconds: 60 });
  await keep(later);
  expect(keys()).toHaveLength(2);
  expect(await compare()).toEqual({ findings: [], compared: 2, passedOver: 0, forged: [], missing: [] });
});

it("a head whose minute another process had taken is kept in the next minute, though nothing was written since", async () => {
  await pay();
  const kept = await keep();
  await pay();
  expect(await keep(kept)).toBe(kept);
  api.clock.advance({ seconds: 60 });
  await keep(kept);
  expect(keys()).toHaveLength(2);
});

it("a chain that was cut off behind its head is found, in the audit and in the ledger", async () => {
  await pay();
  await keep();
  await unguarded(
    "DELETE FROM audit_link WHERE position = (SELECT max(position) FROM audit_link); DELETE FROM ledger_link WHERE position = (SELECT max(position) FROM ledger_link)",
  );
  const { findings } = await compare();
  expect(findings.map(({ chain, what }) => [chain, what])).toEqual([
    ["audit", "cut"],
    ["ledger", "cut"],
  ]);
});

it("a head that was changed, or written with another key, is none of ours", async () => {
  await pay();
  await keep();
  const [key = ""] = keys();
  const text = Buffer.from(storage.objects.get(key) ?? []).toString();
  storage.objects.set(key, Buffer.from(text.replace(/"position":"\d+"/, '"position":"9"')));
  expect(await compare()).toMatchObject({ compared: 0, forged: [key] });
  storage.objects.set(key, Buffer.from("{}"));
  expect(await compare()).toMatchObject({ forged: [key] });
  storage.objects.set(key, Buffer.from(text));
  expect(await compare(createTestVault())).toMatchObject({ forged: [key] });
  expect(await compare()).toMatchObject({ compared: 1, forged: [] });
});

it("heads of before a release from recovery are passed over, those after it count", async () => {
  await pay();
  await keep();
  await unguarded("DELETE FROM audit_link; DELETE FROM ledger_link");
  expect((await compare()).findings).toHaveLength(2);
  api.clock.advance({ seconds: 60 });
  const { command } = api.ctx({ kind: "job", name: "test" });
  await command(
    { action: "recovery.release", capability: null, input: { requestId: crypto.randomUUID() } },
    async () => ({ result: null, audit: { subject: { type: "environment", id: "1" } } }),
  );
  expect(await compare()).toEqual({ findings: [], compared: 0, passedOver: 1, forged: [], missing: [] });
  await linkChains({ db: api.database, vault: api.vault });
  api.clock.advance({ seconds: 60 });
  await keep();
  expect(await compare()).toMatchObject({ findings: [], compared: 1, passedOver: 1 });
});

it("after a release the heads that were lost before it are not missed, and later ones are", async () => {
  await pay();
  await keep();
  storage.objects.clear();
  expect((await compare()).missing).toHaveLength(2);
  api.clock.advance({ seconds: 60 });
  await api.asOwner("UPDATE environment SET released_at = $1", [api.clock.now()]);
  const { command } = api.ctx({ kind: "job", name: "test" });
  await command(
    { action: "recovery.release", capability: null, input: { requestId: crypto.randomUUID() } },
    async () => ({ result: null, audit: { subject: { type: "environment", id: "1" } } }),
  );
  expect((await compare()).missing).toEqual([]);
  await linkChains({ db: api.database, vault: api.vault });
  api.clock.advance({ seconds: 60 });
  await keep();
  expect((await compare()).missing).toEqual([]);
  storage.objects.clear();
  expect((await compare()).missing).toHaveLength(2);
});

it("a storage that does not answer is an error, and no head counts as missing", async () => {
  await pay();
  await keep();
  storage.isDown = true;
  await expect(compare()).rejects.toMatchObject({ name: "ProviderError" });
});

it("a head that was taken away with the end of the chains is missed, and so are all of them", async () => {
  await pay();
  await keep();
  api.clock.advance({ seconds: 60 });
  await pay();
  await keep();
  expect((await compare()).missing).toEqual([]);
  const [, newest = ""] = keys();
  storage.objects.delete(newest);
  await unguarded("DELETE FROM audit_link WHERE position > 1; DELETE FROM ledger_link WHERE position > 2");
  expect((await compare()).missing).toEqual([
    "Of 2 heads 1 are missing among the files.",
    `The newest head, ${newest}, is missing among the files.`,
  ]);
  await unguarded("UPDATE chain_head_count SET heads = 1");
  expect((await compare()).missing).toEqual(["The count of the heads was not written by this console."]);
  await unguarded("DELETE FROM chain_head_count");
  storage.objects.clear();
  expect((await compare()).missing).toEqual([]);
  api.clock.advance({ hours: 2 });
  expect((await compare()).missing).toEqual(["No head of the chains is among the files."]);
});
