import { buffer } from "node:stream/consumers";
import { sealingKeyId, type Vault } from "@countinghouse/db/vault";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { JOURNAL_FOLDER, journalPlace } from "../recovery/journal.ts";
import { toIsoDay } from "../stored-values.ts";
import type { ValuesByKey } from "./reseal.ts";

interface JournalServices {
  storage: ObjectStorage;
  vault: Vault;
  now: () => Date;
}

const DAY_MS = 86_400_000;

/**
 * Seals the journal of sent payments again with the first sealing key, but for the files of today and yesterday, which processes
 * still add to: a day later they can be done too, and after sixty they are deleted. Returns how many lines each key has sealed in
 * the end.
 */
export async function resealJournal({ storage, vault, now }: JournalServices): Promise<ValuesByKey> {
  const counts: ValuesByKey = {};
  const yesterday = toIsoDay(new Date(now().getTime() - DAY_MS));
  for await (const key of storage.list(`${JOURNAL_FOLDER}/`)) {
    const [, environmentId = "", day = ""] = key.split("/");
    const held = await storage.get(key);
    if (held === null) continue;
    const text = (await buffer(held.stream)).toString("latin1");
    // The mark of an environment is put whole and never added to.
    const isOver = !/^\d{4}-/.test(day) || day < yesterday;
    const lines = text.split("\n").map((line) => (isOver ? sealedAnew(vault, environmentId, line) : line));
    if (lines.join("\n") !== text) await storage.put(key, Buffer.from(lines.join("\n"), "latin1"));
    for (const line of lines.filter((each) => each !== "")) {
      const keyId = sealingKeyId(Buffer.from(line, "base64"));
      counts[keyId] = (counts[keyId] ?? 0) + 1;
    }
  }
  return counts;
}

function sealedAnew(vault: Vault, environmentId: string, line: string): string {
  const sealed = Buffer.from(line, "base64");
  if (line === "" || sealingKeyId(sealed) === vault.currentSealingKey) return line;
  const place = journalPlace(environmentId);
  try {
    return Buffer.from(vault.seal(place, vault.open(place, sealed))).toString("base64");
  } catch {
    return line;
  }
}
