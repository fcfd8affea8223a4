import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import type { ExportDescription } from "@countinghouse/validators/exports/cells";
import type { Capability } from "@countinghouse/validators/roles";
import { assertAllowed } from "./actor.ts";
import type { AdminCtx } from "./context.ts";
import { DomainError } from "./errors.ts";
import { harmlessText } from "./harmless-text.ts";
import { type Copy, sayReadAsOf } from "./read-copy.ts";

export interface CsvExport {
  /** What the audit calls it: "ledger" makes ledger.exportStarted, ledger.exported, ledger.exportStopped. */
  name: "audit" | "automation" | "bulkJobs" | "chargebacks" | "ledger" | "users";
  capability: Capability;
  /** Whose lines they are, for the audit; the export itself where it is not given. */
  subject?: { type: string; id: string };
  columns: readonly string[];
  /** What was asked for, for the audit. */
  filters?: Record<string, string>;
  /** A SELECT of the ids of the customers whom its lines are about: they count as looked at. Null where nobody is. */
  customers: string | null;
  /** A SELECT of these columns, every text in it harmless (`harmlessSql`). */
  select: string;
}

/** Takes what is to be said of a file before it is made, in place of the file. */
export class Described {
  said: ExportDescription = { columns: [], rows: 0 };
}

/** Where a file goes; or who only asks what it would be. */
export type ExportSink = Writable | Described;

/** Says which columns a file would have, and how many rows, and reads none of them. Leaves no event. Throws FORBIDDEN. */
async function describe(
  ctx: AdminCtx,
  { capability, columns, select }: CsvExport,
): Promise<ExportDescription> {
  assertAllowed(ctx.actor, capability);
  let counted = "";
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      counted += chunk.toString();
      done();
    },
  });
  const unordered = select.replace(/ORDER BY [^()]*$/, "");
  const copy = await ctx.copy();
  await (copy?.db ?? ctx.db).csv(`SELECT count(*) FROM (${unordered}) q`, { sink, onStart: () => {} });
  return { columns, rows: Number(counted) };
}

/**
 * Writes the lines of a SELECT into `sink` as CSV and leaves the sink open, or only says what they would be; returns the number of lines. `onStart` is
 * called before the first byte. The audit says that it began, and then with how many lines it was whole (before this
 * returns) or that it stopped short. Rejects when the database or the sink gives up on the way, with the sink destroyed
 * if it had begun, and throws FORBIDDEN, and LIMITED over the budget of customers.
 */
export async function exportCsv(
  ctx: AdminCtx,
  asked: CsvExport,
  sink: ExportSink,
  onStart: () => void,
): Promise<number> {
  if (sink instanceof Described) {
    sink.said = await describe(ctx, asked);
    return sink.said.rows;
  }
  const { name, capability, subject, columns, filters, customers, select } = asked;
  const exportId = randomUUID();
  const audit = (action: "exportStarted" | "exported" | "exportStopped", after: Record<string, unknown>) =>
    ctx.command(
      { action: `${name}.${action}` as const, capability, input: { requestId: exportId } },
      async () => ({
        result: null,
        audit: { subject: subject ?? { type: name, id: exportId }, after },
      }),
    );
  // Before anything is written on behalf of who exports, since whoever has just written reads no copy.
  const copy = await ctx.copy();
  // While a connection is made: the two together are most of the wait for the first byte.
  const begun = audit("exportStarted", { ...(filters && { filters }) });
  const counted = begun.then(() => (customers === null ? undefined : ctx.reading.noteFile(customers)));
  counted.catch(() => {});
  let hasStarted = false;
  let from: Copy | null = copy;
  const write = () =>
    (from?.db ?? ctx.db).csv(select, {
      sink,
      onStart: async () => {
        await counted;
        hasStarted = true;
        if (from !== null) sayReadAsOf(ctx.request, name, from);
        onStart();
        sink.write(csvHead(columns));
      },
    });
  try {
    const rows = await write().catch((error: unknown) => {
      if (hasStarted || from === null) throw error;
      from = null;
      return write();
    });
    const readAsOf = from?.asOf.toISOString();
    await audit("exported", { rows, ...(readAsOf && { readAsOf }), ...(filters && { filters }) });
    return rows;
  } catch (error) {
    await begun;
    const isOver = error instanceof DomainError && error.code === "LIMITED";
    const reason = sink.destroyed ? "cancelled" : isOver ? "over budget" : "failed";
    // First of all the reader is told, who would otherwise wait for an audit that may be just as stuck.
    if (hasStarted) sink.destroy();
    await audit("exportStopped", { reason }).catch((unrecorded: unknown) =>
      ctx.services.log.error({ exportId, error: String(unrecorded) }, "end of an export not audited"),
    );
    throw error;
  }
}

/** The byte order mark tells spreadsheets that the names are UTF-8. */
export const csvHead = (columns: readonly string[]): string =>
  `\uFEFF${columns.map(harmlessText).join(",")}\n`;
