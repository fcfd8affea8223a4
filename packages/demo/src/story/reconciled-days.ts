import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { latestReconciliationDay } from "@countinghouse/validators/reconciliation/rules";
import { type Desk, pressed } from "./desk.ts";

/** So many days are compared, up to the newest that every system knows. */
const DAYS = 7;

/**
 * Compares the last days and signs off those about which all systems say the same, each from what sheet and processors answer now.
 * Of the first day that has differences, these are accepted with a reason before it is signed; those of later days stay open.
 */
export async function reconcileDays({ admin }: Desk, now: Date): Promise<void> {
  const latest = latestReconciliationDay(newYorkDate(now));
  let accepted = false;
  for (let back = DAYS - 1; back >= 0; back--) {
    const day = addDays(latest, -back);
    await admin.reconciledDays.run({ ...pressed(), day });
    const { run, breaks } = await admin.reconciledDays.day({ day });
    if (!run?.isWhole || (breaks.length > 0 && accepted)) continue;
    for (const { id } of breaks)
      await admin.reconciledDays.ignore({
        ...pressed(),
        breakId: id,
        reason: "Asked the processor; it is corrected there.",
      });
    accepted ||= breaks.length > 0;
    await admin.reconciledDays.sign({ ...pressed(), day });
  }
}
