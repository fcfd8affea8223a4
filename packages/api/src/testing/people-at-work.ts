import { randomUUID } from "node:crypto";
import type { AdminActor } from "../actor.ts";
import type { RouterOutputs } from "../index.ts";
import type { TestApi } from "./harness.ts";

type Item = RouterOutputs["work"]["list"]["items"][number];

/** So many messages, each failed for a reason of its own: an item each. */
export const plantItems = (api: TestApi, count: number) =>
  api.database.unsafeTransaction((tx) =>
    tx.outboxMessage.createMany({
      data: Array.from({ length: count }, (_, index) => ({
        topic: "BACKFILL" as const,
        dedupeKey: randomUUID(),
        payload: new Uint8Array(1),
        state: "FAILED" as const,
        createdAt: api.clock.now(),
        nextAt: api.clock.now(),
        lastError: `Reason ${index + 1}`,
      })),
    }),
  );

/** So many employees. */
export async function hire(api: TestApi, count: number): Promise<AdminActor[]> {
  const people: AdminActor[] = [];
  for (let index = 0; index < count; index++) {
    const email = `${randomUUID()}@countinghouse.test`;
    const fullName = `Employee ${index + 1}`;
    const { id } = await api.database.unsafeTransaction((tx) =>
      tx.admin.create({ data: { email, fullName, role: "EMPLOYEE", passwordHash: "none" } }),
    );
    people.push({ kind: "admin", id, sessionId: randomUUID(), email, fullName, role: "EMPLOYEE" });
  }
  return people;
}

/**
 * Each of them opens what matters most and nobody else works on, ends it, and goes on until nothing waits. Returns who ended
 * what, as they were told.
 */
export async function workUntilEmpty(api: TestApi, people: readonly AdminActor[]) {
  const ended = await Promise.all(
    people.map(async (person) => {
      const { work } = api.callAs(person);
      const own: string[] = [];
      for (;;) {
        const { items } = await work.list({ kind: "FAILED_MESSAGE" });
        if (items.length === 0) return own;
        const free = items.filter(({ heldBy }) => heldBy === null || heldBy.id === person.id);
        own.push(...(await endSome(work, free)));
      }
    }),
  );
  return ended;
}

/** A list is as old as its reading: of what others took meanwhile one is told, and goes on to the next. */
const ENDED_A_LIST = 20;

async function endSome(
  work: ReturnType<TestApi["callAs"]>["work"],
  items: readonly Item[],
): Promise<string[]> {
  const ended: string[] = [];
  for (const { kind, key } of items) {
    if (ended.length === ENDED_A_LIST) break;
    try {
      await work.hold({ kind, key, requestId: randomUUID() });
      await work.finish({ kind, key, reason: "Seen to.", requestId: randomUUID() });
      ended.push(key);
    } catch (error) {
      if (!/is working on it|Completed by/.test(String(error))) throw error;
    }
  }
  return ended;
}
