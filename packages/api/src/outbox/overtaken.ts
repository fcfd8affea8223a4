import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { z } from "zod";
import { payloadPlace } from "./queue.ts";

const Step = z.object({ step: z.string() });

/**
 * The ids of those messages whose lane was told, or is to be told, a later value of the same kind: sent now, they would set that
 * back. A note is no value, and is never overtaken.
 */
export async function overtaken(
  tx: Tx,
  vault: Vault,
  messages: readonly { id: string; lane: string }[],
): Promise<ReadonlySet<string>> {
  const lanes = [...new Set(messages.flatMap(({ lane }) => (lane === "" ? [] : [lane])))];
  if (lanes.length === 0) return new Set();
  const told = await tx.outboxMessage.findMany({
    where: { lane: { in: lanes }, deletedAt: null },
    orderBy: { position: "asc" },
    select: { id: true, lane: true, payload: true },
  });
  const newest = new Map<string, string>();
  const names = new Map(told.map((message) => [message.id, `${message.lane}:${readStep(vault, message)}`]));
  for (const { id } of told) newest.set(names.get(id) ?? "", id);
  return new Set(
    messages.flatMap(({ id }) => {
      const name = names.get(id) ?? "";
      return name === "" || name.endsWith(":note") || newest.get(name) === id ? [] : [id];
    }),
  );
}

function readStep(vault: Vault, { id, payload }: { id: string; payload: Uint8Array }): string {
  try {
    return Step.parse(JSON.parse(vault.open(payloadPlace(id), payload))).step;
  } catch {
    return id;
  }
}
