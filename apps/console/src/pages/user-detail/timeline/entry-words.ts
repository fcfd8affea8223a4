import type { RouterOutputs } from "@countinghouse/api";
import { actionLabel } from "@countinghouse/validators/audit/event-sentence";
import { PAYMENT_STATES, type PaymentState } from "@countinghouse/validators/payments/states";
import { EVENT_WORDS } from "@/components/payments/event-words.ts";
import { paths } from "@/paths.ts";
import type { SectionId } from "../sections.ts";

export type TimelineEntry = RouterOutputs["timeline"]["list"]["entries"][number];

/** What an entry is called. */
export function entryTitle({ kind, what }: TimelineEntry): string {
  switch (kind) {
    case "return":
      return Object.entries(EVENT_WORDS).find(([event]) => event === what)?.[1] ?? what;
    case "decision":
      return `Decision: ${what}`;
    case "file":
      return `File: ${what}`;
    case "crm":
    case "flag":
    case "edit":
    case "access":
      return actionLabel(what);
    default:
      return what;
  }
}

/** How a payment stands; null of anything else. */
export function entryState({ state }: TimelineEntry): (typeof PAYMENT_STATES)[PaymentState] | null {
  return Object.entries(PAYMENT_STATES).find(([name]) => name === state)?.[1] ?? null;
}

/** Where an entry comes from: a section of this page, or another page. */
export type EntrySource = { section: SectionId } | { path: string };

/** The source of an entry; `mayReadAudit` says whether the event itself can be shown. */
export function entrySource(
  { kind, ref }: TimelineEntry,
  userId: number,
  mayReadAudit: boolean,
): EntrySource {
  const event =
    mayReadAudit && ref !== null ? { path: paths.auditEvent({ user: userId, event: ref }) } : null;
  switch (kind) {
    case "note":
      return { section: "notes" };
    case "payment":
      return ref === null
        ? { section: "manual-payment" }
        : { path: paths.paymentProcessor({ payment: ref }) };
    case "return":
      return ref === null
        ? { section: "payment-processor" }
        : { path: paths.paymentProcessor({ payment: ref }) };
    case "promise":
      return { section: "promises" };
    case "decision":
      return { section: "decision-engine" };
    case "journey":
      return ref === null ? { section: "general" } : { path: paths.applicationDetail({ id: Number(ref) }) };
    case "file":
      return { section: "user-files" };
    case "crm":
      return event ?? { section: "crm" };
    case "flag":
      return event ?? { section: "do-not-fund" };
    default:
      return event ?? { section: "general" };
  }
}

/** An entry, and how often the same was done in a row. */
export type Told = { entry: TimelineEntry; times: number };

/** What the same person looked at again and again in a row is told once, by its latest time. */
export function withoutRepeats(entries: readonly TimelineEntry[]): Told[] {
  const told: Told[] = [];
  for (const entry of entries) {
    const last = told.at(-1);
    const isSame =
      entry.kind === "access" &&
      last?.entry.kind === "access" &&
      last.entry.what === entry.what &&
      last.entry.who === entry.who;
    if (isSame) last.times++;
    else told.push({ entry, times: 1 });
  }
  return told;
}
