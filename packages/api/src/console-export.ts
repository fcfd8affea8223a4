import type { Capability } from "@countinghouse/validators/roles";
import type { AdminCtx } from "./context.ts";

interface ConsoleExport {
  action: "funnel.exported" | "reconciliation.exported";
  capability: Capability;
  filters: Record<string, unknown>;
  rows: number;
  input: { requestId: string };
}

/** Leaves the event of a file that the console makes of a report it has: by which filters, and how many rows. */
export async function recordConsoleExport(
  ctx: AdminCtx,
  { action, capability, filters, rows, input }: ConsoleExport,
): Promise<{ rows: number }> {
  const [type = ""] = action.split(".");
  return ctx.command({ action, capability, input }, async () => ({
    result: { rows },
    audit: { subject: { type, id: input.requestId }, after: { rows, filters } },
  }));
}
