import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sealManifest } from "@countinghouse/api/packets/manifest";
import { createVault, parseVaultKeys } from "@countinghouse/db/vault";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runHere } from "../testing/run-program.ts";
import { command } from "./packet-verify.ts";

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const KEYS = { SEALING_KEYS: `k001:${key(1)}`, INDEX_KEY: key(2), AUDIT_KEYS: `a001:${key(3)}` };
const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-packet-"));
const FILES = { "notes.csv": "Note\n", "documents/contract.pdf": "%PDF" };

beforeAll(() => {
  mkdirSync(path.join(folder, "documents"));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(path.join(folder, name), content);
  const vault = createVault(parseVaultKeys(KEYS.SEALING_KEYS, KEYS.INDEX_KEY, KEYS.AUDIT_KEYS));
  const manifest = sealManifest(vault, {
    packetId: "p",
    userId: 1,
    madeAt: "now",
    madeBy: "sofia@example.com",
    chains: { audit: null, ledger: null },
    files: Object.entries(FILES).map(([name, content]) => ({
      name,
      bytes: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
    })),
  });
  writeFileSync(path.join(folder, "manifest.json"), manifest);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (env: NodeJS.ProcessEnv = KEYS) => runHere(command, [folder], env);

it("accepts an unchanged packet, and names each changed and added file", async () => {
  expect((await run()).stdout).toBe("2 files, 0 problems\n");
  writeFileSync(path.join(folder, "notes.csv"), "Note\nchanged\n");
  writeFileSync(path.join(folder, "documents/more.pdf"), "%PDF more");
  expect(await run()).toMatchObject({
    code: 1,
    stdout: "notes.csv was changed.\ndocuments/more.pdf was put in.\n3 files, 2 problems\n",
  });
  expect(await run({ ...KEYS, AUDIT_KEYS: `a001:${key(9)}` })).toMatchObject({
    stdout: "The manifest was not signed by this console, or was changed.\n3 files, 1 problem\n",
  });
});

it.each([
  ["a folder that is not there", "nowhere", KEYS, "There is no folder nowhere."],
  ["a file", "package.json", KEYS, "package.json is not a folder. Unpack the packet first."],
  ["another folder", "documents", KEYS, "documents is not a packet: manifest.json is missing."],
  ["no keys", "", {}, "The setting SEALING_KEYS is missing."],
])("refuses %s", async (_what, named, keys, line) => {
  writeFileSync(path.join(folder, "package.json"), "{}");
  const end = await runHere(command, [named], { ...keys, INIT_CWD: folder });
  expect([end.code, end.stderr]).toEqual([1, `${line}\n`]);
});
