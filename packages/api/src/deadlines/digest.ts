import { randomUUID } from "node:crypto";
import { bankingDaysBefore } from "@countinghouse/validators/banking-days";
import {
  CLOCK_KINDS,
  CLOCKS,
  type ClockKind,
  deadlineDay,
  REMINDER_BANKING_DAYS,
  REMINDER_CALENDAR_DAYS,
} from "@countinghouse/validators/deadlines/rules";
import { formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
import { can } from "@countinghouse/validators/roles";
import { emailDraft } from "../auth/message.ts";
import type { WithConsoleUrl } from "../auth/refresh-cookie.ts";
import type { Core } from "../core.ts";
import { writeAsJob } from "../job-writes.ts";
import { queueOutbox } from "../outbox/queue.ts";
import { NEW_YORK_TODAY, runningClocks } from "./clocks.ts";

type DigestServices = Core & WithConsoleUrl;

/** From this hour on in New York. */
const SENT_FROM_HOUR = 7;
/** Lines of one mail; how many more there are is said. */
const MOST_LINES = 50;

const REMINDED = CLOCK_KINDS.filter((clock) => CLOCKS[clock].reminder !== null);
const DUE = {
  name: "deadlines.digest",
  text: runningClocks(
    REMINDED,
    (clock) => `c.from_day <= ${NEW_YORK_TODAY} + ${REMINDER_CALENDAR_DAYS - CLOCKS[clock].calendarDays}`,
  ),
};

interface Reminder {
  clock: ClockKind;
  user_id: number;
  said: string;
  on: string;
  /** Banking days that are left. */
  left: number;
}

/**
 * Mails everybody who works on items the deadlines that end in three and in one banking day, once a day. Returns how many mails
 * were queued: none on a day that no reminder falls on.
 */
export async function mailDigest(services: DigestServices): Promise<number> {
  const { db, vault, now } = services;
  const today = newYorkDate(now());
  if (Number(formatNewYork(now(), "dateTime").slice(11, 13)) < SENT_FROM_HOUR) return 0;
  const key = (adminId: string) => `deadline-digest:${adminId}:${today}`;
  const staff = (
    await db.read.admin.findMany({
      where: { status: "ACTIVE" },
      select: { id: true, email: true, role: true },
    })
  ).filter(({ role }) => can(role, "work.handle"));
  if (
    staff.length === 0 ||
    (await isSent(
      services,
      staff.map(({ id }) => key(id)),
    ))
  )
    return 0;
  const reminders = await readReminders(services, today);
  if (reminders.length === 0) return 0;
  const text = digestText(reminders, services.consoleUrl);
  return writeAsJob(services, "deadlines", async ({ tx, now: at }) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('deadline-digest', 0))`;
    const there = await tx.outboxMessage.findMany({
      where: { dedupeKey: { in: staff.map(({ id }) => key(id)) } },
      select: { dedupeKey: true },
    });
    const sent = new Set(there.map(({ dedupeKey }) => dedupeKey));
    const due = staff.filter(({ id }) => !sent.has(key(id)));
    await queueOutbox(
      tx,
      vault,
      at,
      due.map(({ id, email }) =>
        emailDraft(key(id), { to: email, subject: `Deadlines: ${reminders.length} to see to`, text }),
      ),
    );
    const events = due.map(({ id }) => ({
      subject: { type: "admin", id },
      after: { day: today, deadlines: reminders.length },
    }));
    return {
      result: due.length,
      audit: due.length === 0 ? null : { action: "deadlines.digest", requestId: randomUUID(), events },
    };
  });
}

const isSent = async ({ db }: DigestServices, keys: string[]): Promise<boolean> =>
  (await db.read.outboxMessage.count({ where: { dedupeKey: { in: keys } } })) > 0;

async function readReminders({ db, now }: DigestServices, today: string): Promise<Reminder[]> {
  const rows = await db.read.sql<{
    clock: ClockKind;
    user_id: number;
    said: string;
    from_day: Date | string;
  }>(
    { ...DUE, text: `SELECT r.clock, r.user_id, r.said, r.from_day::text AS from_day FROM (${DUE.text}) r` },
    [now()],
  );
  return rows
    .flatMap(({ clock, user_id, said, from_day }) => {
      const on = deadlineDay(clock, String(from_day));
      const left = REMINDER_BANKING_DAYS.find((days) => bankingDaysBefore(on, days) === today);
      return left === undefined ? [] : { clock, user_id, said, on, left };
    })
    .sort((one, other) => (one.on === other.on ? one.user_id - other.user_id : one.on < other.on ? -1 : 1));
}

/** What the mail says. A customer is a number in it: mail is read by others. */
function digestText(reminders: readonly Reminder[], consoleUrl: string): string {
  const lines = reminders
    .slice(0, MOST_LINES)
    .map(
      ({ clock, user_id, on, left }) =>
        `${on} (${left === 1 ? "1 banking day" : `${left} banking days`}): ${CLOCKS[clock].word}, user ${user_id}`,
    );
  const more = reminders.length - lines.length;
  return [
    "These deadlines end within three banking days, or within one:",
    "",
    ...lines,
    ...(more > 0 ? [`and ${more.toLocaleString("en-US")} more.`] : []),
    "",
    `All of them: ${new URL("/admin/deadlines", consoleUrl).href}`,
    "",
  ].join("\n");
}
