import { createHash, randomUUID } from "node:crypto";
import type { Database } from "@countinghouse/db";
import { seesWhole } from "@countinghouse/validators/masking";
import {
  fileTooLarge,
  type ReadingKind,
  readEnough,
  STANDARD_READING_BUDGET,
  searchedEnough,
} from "@countinghouse/validators/reading/rules";
import { type Actor, actorKey } from "./actor.ts";
import { type AuditDraft, signedEvent } from "./audit.ts";
import type { Core } from "./core.ts";
import { DomainError } from "./errors.ts";
import { noteSsnLookUp } from "./ssn-look-up.ts";

export { STANDARD_READING_BUDGET } from "@countinghouse/validators/reading/rules";

/** One look at customers. */
export interface Look {
  userIds: readonly number[];
  /** Whether a number of theirs is shown in full. */
  isWhole?: boolean;
  /** The event that it leaves; without, something else leaves one. */
  event?: { action: "users.read" | "users.readList" | "users.revealSsn"; draft: AuditDraft };
}

/**
 * The door of reads of personal data. `note` counts the customers of a look against the budget of the hour and leaves its
 * event: one for each look, which goes on for a quarter of an hour. Throws LIMITED over the budget. Jobs and visitors look
 * at nobody.
 */
export interface Reading {
  note(look: Look): Promise<void>;
  /** Which of these customers this process knows of no look at within the hour: of a list that is told again as it changes, they are new. */
  unseen(userIds: readonly number[]): number[];
  /**
   * Counts the customers of a file in the same way, whom a SELECT of their ids names: a file leaves events of its own. Throws LIMITED
   * over the budget.
   */
  noteFile(customers: string): Promise<void>;
  /**
   * Counts a search by a whole SSN, before it is made, of an admin who sees SSNs masked: each number once in the hour, and one event that
   * says whether it is somebody's. Throws LIMITED over the most of an hour.
   */
  noteSsn(ssn: string): Promise<void>;
}

const HOUR_MS = 3_600_000;
const LOOK_MS = 15 * 60_000;
const OVER_BUDGET = "CH001";

/** Done as one statement (`note_reading` in the migrations), counted over all processes. */
const NOTE = {
  name: "reading.note",
  text: "SELECT note_reading($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
};

/** The customers of a file that a SELECT of ids names: no more than it takes to be over the budget. */
const fileSql = (customers: string): string => `
  SELECT note_reading($1, $2, ARRAY(SELECT DISTINCT f.user_id FROM (${customers}) f (user_id) WHERE f.user_id IS NOT NULL
      LIMIT 1 + greatest($3, (SELECT max(r.customers) FROM reading_raise r WHERE r.admin_id = $1 AND r.until > $2))),
    false, $3, $4, '{}', '', '', NULL, '', '', NULL, NULL, NULL)`;

/** More customers are not kept in mind: the database knows them anyway. */
const MOST_KNOWN = 200_000;

/** What one process knows to be noted in this hour, so that it does not ask again. */
interface Noted {
  hour: number;
  /** By admin, and whether they were shown in full. */
  customers: Map<string, Set<number>>;
  size: number;
  looks: Map<string, number>;
}

/** The hour, from the full one on, in which a moment counts. */
export const startOfHour = (moment: Date): Date => new Date(Math.floor(moment.getTime() / HOUR_MS) * HOUR_MS);

const notedBy = new WeakMap<Database, Noted>();

/** The door for one actor. */
export function createReading(
  {
    db,
    vault,
    now,
    readingBudget = STANDARD_READING_BUDGET,
  }: Pick<Core, "db" | "vault" | "now" | "readingBudget">,
  actor: Actor,
): Reading {
  if (actor.kind !== "admin") return { note: nothing, unseen: () => [], noteFile: nothing, noteSsn: nothing };
  const { id: adminId } = actor;
  return {
    note: async ({ userIds, isWhole = false, event }) => {
      if (userIds.length === 0) return;
      const moment = now();
      const noted = notedIn(db, moment);
      const customers = noted.customers.get(`${adminId} ${isWhole}`);
      const seen = event === undefined ? [] : looksAt(userIds, isWhole, event.draft);
      const isFresh = customers === undefined || !userIds.every((id) => customers.has(id));
      const isNew = seen[0] !== undefined && isOver(noted.looks.get(`${adminId} ${seen[0]}`), moment);
      if (!isFresh && !isNew) return;
      const looks = seen.map(lookKey);
      const actorName = actorKey(actor);
      const { action = "users.read", draft = NOTHING } = event ?? {};
      const frame = { at: moment, actor: actorName, action, requestId: randomUUID() };
      const signed = signedEvent(vault, frame, draft);
      try {
        await db.pool.query({
          ...NOTE,
          values: [
            adminId,
            moment,
            userIds,
            isWhole,
            readingBudget.customers,
            readingBudget.reveals,
            looks,
            actorName,
            action,
            frame.requestId,
            signed.subjectType,
            signed.subjectId,
            signed.after,
            signed.contentHash,
            signed.keyId,
          ],
        });
      } catch (error) {
        throw isOverBudget(error) ? limited(error, moment) : error;
      }
      // Not before: whoever asks for the same at once is not let through by what is about to be refused.
      keepCustomers(noted, `${adminId} ${isWhole}`, userIds);
      for (const each of seen) noted.looks.set(`${adminId} ${each}`, moment.getTime());
    },
    unseen: (userIds) => {
      const customers = notedIn(db, now()).customers.get(`${adminId} false`);
      return customers === undefined ? [...userIds] : userIds.filter((id) => !customers.has(id));
    },
    noteFile: async (customers) => {
      const moment = now();
      const { looks, hour } = notedIn(db, moment);
      // The same file once more, within a look and within the hour.
      const file = `${adminId} ${hour} file ${createHash("sha256").update(customers).digest("base64url")}`;
      if (!isOver(looks.get(file), moment)) return;
      const values = [adminId, moment, readingBudget.customers, readingBudget.reveals];
      await db.pool.query(fileSql(customers), values).catch((error: unknown) => {
        const tell = (_kind: ReadingKind, most: number, again: Date) => fileTooLarge(most, again);
        throw isOverBudget(error) ? limited(error, moment, tell) : error;
      });
      looks.set(file, moment.getTime());
    },
    noteSsn: async (ssn) => {
      if (seesWhole(actor.role, "ssn")) return;
      const moment = now();
      await noteSsnLookUp({ db, vault }, actor, moment, ssn).catch((error: unknown) => {
        const tell = (_kind: ReadingKind, most: number, again: Date) => searchedEnough(most, again);
        throw isOverBudget(error) ? limited(error, moment, tell) : error;
      });
    },
  };
}

const nothing = () => Promise.resolve();

/** What is told of a list of customers that was looked at. */
export const listRead = (userIds: readonly number[], told: Record<string, unknown>): AuditDraft => ({
  subject: { type: "user_list", id: randomUUID() },
  after: { ...told, users: userIds.length, userIds },
});

/** What is told of a look at one customer. */
export const customerRead = (userId: number, told: Record<string, unknown>): AuditDraft => ({
  subject: { type: "user", id: userId },
  after: told,
});

const NOTHING: AuditDraft = { subject: { type: "user_list", id: "" } };

const isOver = (began: number | undefined, moment: Date): boolean =>
  began === undefined || began <= moment.getTime() - LOOK_MS;

function keepCustomers(noted: Noted, whose: string, userIds: readonly number[]): void {
  const customers = noted.customers.get(whose) ?? new Set();
  noted.customers.set(whose, customers);
  const before = customers.size;
  for (const id of userIds) customers.add(id);
  noted.size += customers.size - before;
}

/** By what a look is known again, first of all as what it is; whoever saw a number in full saw the customer, too. */
function looksAt(userIds: readonly number[], isWhole: boolean, { subject }: AuditDraft): string[] {
  const listed = () => (userIds.length > LONGEST_IN_MIND ? toDigest(userIds.join()) : userIds.join());
  const whose = subject.type === "user" ? `user ${subject.id}` : `list ${listed()}`;
  return isWhole ? [`${whose}${IN_FULL}`, whose] : [whose];
}

const IN_FULL = " in full";
/** A page of a list is known by its ids as they are: a digest of them would be most of what a look that is known costs. */
const LONGEST_IN_MIND = 100;
const toDigest = (ids: string): string => createHash("sha256").update(ids).digest("base64url");

/** The same as it stands in the database, where a list of any length is named by its digest. */
function lookKey(look: string): string {
  const [, list, inFull = ""] = /^list ([\d,]*)( in full)?$/.exec(look) ?? [];
  return list === undefined ? look : `list ${toDigest(list)}${inFull}`;
}

function notedIn(db: Database, moment: Date): Noted {
  const hour = Math.floor(moment.getTime() / HOUR_MS);
  const known = notedBy.get(db);
  if (known?.hour === hour && known.size < MOST_KNOWN) return known;
  const looks = [...(known?.looks ?? [])].filter(([, began]) => !isOver(began, moment));
  const noted = { hour, customers: new Map<string, Set<number>>(), size: 0, looks: new Map(looks) };
  notedBy.set(db, noted);
  return noted;
}

interface OverBudget {
  message: ReadingKind;
  detail: string;
}

const isOverBudget = (error: unknown): error is OverBudget =>
  typeof error === "object" && error !== null && "code" in error && error.code === OVER_BUDGET;

function limited(
  { message, detail }: OverBudget,
  moment: Date,
  tell: (kind: ReadingKind, most: number, again: Date) => string = readEnough,
): DomainError {
  const again = new Date((Math.floor(moment.getTime() / HOUR_MS) + 1) * HOUR_MS);
  const retryAfterSeconds = Math.ceil((again.getTime() - moment.getTime()) / 1000);
  return new DomainError("LIMITED", tell(message, Number(detail), again), { retryAfterSeconds });
}
