import type { Core } from "../../core.ts";
import { type ClaimedItem, markBegun } from "./claim.ts";

/** Calls that go on for longer than that are written down as begun; the others would cost a write and say nothing. */
const EVERY_MS = 100;

/** Writes down of which rows the call has begun: when a worker is lost, only one of these can be what killed it. */
export interface Marks {
  /** The call of a row begins now. Where an earlier worker of it was lost, resolves once that is written down. */
  begin(item: ClaimedItem): Promise<void>;
  /** The call of a row is over. */
  end(item: ClaimedItem): void;
  close(): void;
}

/** The marks of one worker process. A mark that can not be written is logged, and nothing else. */
export function createMarks({ db, now, log }: Pick<Core, "db" | "now" | "log">): Marks {
  const unmarked = new Map<string, ClaimedItem>();
  const write = (items: readonly ClaimedItem[]): Promise<void> =>
    markBegun(db, items, now()).catch((error: unknown) => {
      log.warn({ items: items.length, error: String(error) }, "bulk rows not marked as begun");
    });
  const writing = setInterval(() => {
    if (unmarked.size === 0) return;
    const items = [...unmarked.values()];
    unmarked.clear();
    void write(items);
  }, EVERY_MS);
  return {
    begin: (item) => {
      if (item.wasLost) return write([item]);
      unmarked.set(item.id, item);
      return Promise.resolve();
    },
    end: ({ id }) => void unmarked.delete(id),
    close: () => clearInterval(writing),
  };
}
