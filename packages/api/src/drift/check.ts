import { randomUUID } from "node:crypto";
import { DRIFT_WHATS } from "@countinghouse/validators/drift/rules";
import { formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
import type { AuditDraft } from "../audit.ts";
import type { Core } from "../core.ts";
import { writeAsJob } from "../job-writes.ts";
import type { WithPorts } from "../ports.ts";
import { compareCrm } from "./crm.ts";
import { compareFiles } from "./files.ts";
import type { Asked, Held } from "./found.ts";
import { compareSheet } from "./sheet.ts";
import { compareVerifier } from "./verifier.ts";

type DriftServices = Core & WithPorts<"crm" | "ledgerSheet" | "businessVerification" | "objectStorage">;

/** In these hours in New York few work. */
const HOURS = { from: 2, to: 6 };

export interface DriftReport {
  compared: number;
  /** What differs that was not known to. */
  found: number;
  /** What was known to differ and does not any more. */
  gone: number;
  unanswered: string[];
}

/** Whoever comes first in the night compares. Returns null where that was done, or it is not night yet. */
export async function checkDriftNightly(services: DriftServices): Promise<DriftReport | null> {
  const { db, now } = services;
  const day = new Date(newYorkDate(now()));
  const hour = Number(formatNewYork(now(), "dateTime").slice(11, 13));
  if (hour < HOURS.from || hour >= HOURS.to) return null;
  if ((await db.read.driftCheck.findUnique({ where: { day } })) !== null) return null;
  return checkDrift(services);
}

/**
 * Holds CRM, ledger sheet, verifier and files against what is meant here, and keeps what differs: it waits for a person. What
 * does not differ any more is gone. A system that does not answer is named, and nothing is said of what it was not asked.
 */
export async function checkDrift(services: DriftServices): Promise<DriftReport> {
  const { ports, vendorsOff } = services;
  const asked: Asked[] = [];
  if (!vendorsOff.includes("crm")) asked.push(await compareCrm(services, ports.crm));
  if (!vendorsOff.includes("ledgerSheet")) asked.push(await compareSheet(services, ports.ledgerSheet));
  if (!vendorsOff.includes("businessVerification"))
    asked.push(await compareVerifier(services, ports.businessVerification));
  asked.push(await compareFiles(services, ports.objectStorage));
  const held = asked.flatMap((each) => each.held);
  const unanswered = asked.flatMap((each) => each.unanswered ?? []);
  return keep(services, held, unanswered);
}

interface Open {
  id: string;
  repairedAt: Date | null;
}

function keep(services: DriftServices, held: readonly Held[], unanswered: string[]): Promise<DriftReport> {
  return writeAsJob(services, "drift", async ({ tx, now }) => {
    const open = await tx.drift.findMany({
      where: { goneAt: null },
      select: { id: true, what: true, subject: true, repairedAt: true },
    });
    const known = new Map<string, Open>(open.map(({ what, subject, ...row }) => [`${what}:${subject}`, row]));
    const events: AuditDraft[] = [];
    let [found, gone] = [0, 0];
    for (const { what, subject, userId, differs } of held) {
      const before = known.get(`${what}:${subject}`);
      if (differs === null && before) {
        await tx.drift.update({ where: { id: before.id }, data: { goneAt: now } });
        events.push({ subject: { type: "drift", id: before.id }, after: { what, goneAt: now } });
        gone++;
      }
      if (differs !== null && before)
        await tx.drift.update({
          where: { id: before.id },
          data: { ...differs, seenAt: now, repairedAt: null },
        });
      if (differs !== null && !before) {
        const { id } = await tx.drift.create({
          data: { what, subject, userId, ...differs, foundAt: now, seenAt: now },
          select: { id: true },
        });
        events.push({
          subject: { type: "drift", id },
          after: { what, of: DRIFT_WHATS[what].word, ...differs },
        });
        found++;
      }
    }
    const day = new Date(newYorkDate(now));
    const check = { checkedAt: now, compared: held.length, found, unanswered: unanswered.join(" ") };
    await tx.driftCheck.upsert({ where: { day }, create: { day, ...check }, update: check });
    return {
      result: { compared: held.length, found, gone, unanswered },
      audit: events.length === 0 ? null : { action: "drift.check", requestId: randomUUID(), events },
    };
  });
}
