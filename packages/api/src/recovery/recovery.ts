import type { PaymentKind, Tx } from "@countinghouse/db";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { clockSetBack } from "@countinghouse/validators/recovery/rules";
import { linkChains } from "../chain/chains.ts";
import { hasLostWrites } from "../chain/heads.ts";
import type { Core } from "../core.ts";
import { LOOK_BACK_DAYS, readGate, recoveryStanding } from "../environment/gate.ts";
import { coordinate, writeAsJob } from "../job-writes.ts";
import type { Instrument } from "../payments/engine/instrument.ts";
import { type Attempt, NotSent } from "../payments/engine/machine.ts";
import type { ProcessorPorts } from "../payments/engine/processors.ts";
import type { SendGate } from "../payments/engine/send-gate.ts";
import { type Booked, bookEntries, bookWaiting } from "./book.ts";
import { isAhead } from "./clock.ts";
import { askProcessors, compareJournal } from "./compare.ts";
import {
  type Environment,
  openEnvironment,
  type Surroundings,
  saveFindings,
  WrongEnvironment,
} from "./environment.ts";
import { createSentJournal, type SentJournal } from "./journal.ts";

export interface WithRecovery {
  /** Keeps a database that was set back from sending. */
  recovery: Recovery;
}

/** What keeps a database that is older than what the processors know from sending. One in each process. */
export interface Recovery extends SendGate {
  surroundings: Surroundings;
  journal: SentJournal;
  /** Throws WrongEnvironment where this database was used with the other kind of processors. */
  refuseOtherKind(): Promise<void>;
  /** Writes again what the journal has and the database has not (`bookEntries`). */
  book(leftAloneMs: (kind: PaymentKind) => number): Promise<Booked>;
  /** Tries again what could not be booked when Book was pressed (`bookWaiting`). */
  bookWaiting(leftAloneMs: (kind: PaymentKind) => number): Promise<void>;
  /** Compares the journal once more, so that the next start has less to read, and deletes what is too old to be asked about. */
  tidy(): Promise<void>;
}

export type RecoveryServices = Pick<Core, "db" | "vault" | "now" | "log" | "registration" | "vendorsOff">;

/** A processor that can not be asked is asked again this much later. */
const TRY_AGAIN_MS = 2_000;
/** What a process took from the database before it was set back stands in the journal by then, or is not sent. */
const LOOK_AGAIN_MS = 15_000;
const DAY_MS = 24 * 60 * 60_000;

/** `storage` is where the journal lies. */
export function createRecovery(
  services: RecoveryServices,
  outside: { processors: ProcessorPorts; storage: () => ObjectStorage },
  surroundings: Surroundings,
): Recovery {
  const { db, vault, now, log } = services;
  const journal = createSentJournal(services, outside.storage);
  /** Whose journal is written; null until this process has compared it, and again when it has to once more. */
  let compared: { environmentId: string; until: number } | null = null;
  let verifying: Promise<boolean> | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  /** What the heads told of which database, so that they are not read again each time that a processor can not be asked. */
  let headsRead: { of: string; areLacking: boolean } | null = null;

  const gateState = async (tx: Tx): Promise<{ mayGoOut: boolean; isCompared: boolean }> => {
    const gate = await readGate(tx);
    const isCurrent = gate?.isVerified === true && gate.environmentId === compared?.environmentId;
    if (!isCurrent) compared = null;
    const isCompared = compared !== null && now().getTime() < compared.until;
    return { mayGoOut: isCompared && recoveryStanding(gate) === "NORMAL", isCompared };
  };
  const gateNow = () => coordinate({ db }, gateState);

  /** Of a database that was never compared no head can be. */
  const lacksHeads = async ({ instance, verifiedInstance, verifiedAt }: Environment): Promise<boolean> => {
    if (verifiedInstance === "") return false;
    const of = `${instance} ${verifiedAt.toISOString()}`;
    if (headsRead?.of === of) return headsRead.areLacking;
    const oldest = now().getTime() - LOOK_BACK_DAYS * DAY_MS;
    const since = new Date(Math.max(verifiedAt.getTime(), oldest));
    // A standby that took over may lack nothing but the newest links: they are made again as they were.
    await linkChains({ db, vault });
    const areLacking = await hasLostWrites({ db, vault, storage: outside.storage() }, { since, now: now() });
    headsRead = { of, areLacking };
    return areLacking;
  };
  const compare = async (): Promise<void> => {
    const environment = await openEnvironment(services, journal, surroundings);
    const isSame = environment.verifiedInstance === environment.instance;
    if (!isSame && isAhead(environment.verifiedAt, now()))
      throw new Error(clockSetBack(environment.verifiedAt));
    const { reasons, unreadableEntries } = await compareJournal(services, journal, environment);
    if (environment.address !== surroundings.address) reasons.push("ANOTHER_ADDRESS");
    if (!isSame && (await lacksHeads(environment))) reasons.push("LOST_WRITES");
    const keep = (rest: Pick<Parameters<typeof saveFindings>[1], "instance" | "problem" | "reported">) =>
      writeAsJob(services, "recovery", ({ tx, now: at }) =>
        saveFindings(tx, { releasedAt: environment.releasedAt, reasons, unreadableEntries, ...rest }, at),
      );
    // A database that has sent nothing, with no journal that says otherwise, can not have forgotten anything.
    const isNew =
      environment.verifiedInstance === "" && environment.lastSentAt === null && reasons.length === 0;
    if (isSame || isNew) await keep({ instance: environment.instance, problem: "", reported: null });
    else {
      // What the journal has told holds, whatever becomes of the rest.
      await keep({ instance: null, problem: ASKING, reported: null });
      const reported = await askProcessors(services, outside.processors, environment);
      if (reported.rows > 0) reasons.push("REPORTED_PAYMENTS");
      await keep({ instance: environment.instance, problem: "", reported });
    }
    if (reasons.length > 0) log.error({ reasons }, "the database is in recovery");
    const until = isSame || isNew ? Number.POSITIVE_INFINITY : now().getTime() + LOOK_AGAIN_MS;
    compared = { environmentId: environment.id, until };
  };
  const verify = async (): Promise<boolean> => {
    const { mayGoOut, isCompared } = await gateNow();
    if (isCompared) return mayGoOut;
    const failedMsAgo = now().getTime() - failedAt;
    if (failedMsAgo >= 0 && failedMsAgo < TRY_AGAIN_MS) return false;
    try {
      await compare();
    } catch (error) {
      if (error instanceof WrongEnvironment) throw error;
      failedAt = now().getTime();
      await saveProblem(services, error);
      return false;
    }
    return (await gateNow()).mayGoOut;
  };
  const verifyOnce = (): Promise<boolean> => {
    verifying ??= verify().finally(() => {
      verifying = null;
    });
    return verifying;
  };
  const comparedId = (): string | null => compared?.environmentId ?? null;
  const write = async (attempt: Attempt<Instrument>, withinMs: number): Promise<void> => {
    const begunAt = now().getTime();
    // Taken for a look: by now it may be known that nothing is to be sent.
    if (attempt.lookUps > 0 && !(await gateNow()).mayGoOut) throw new NotSent("Nothing can be sent now.");
    const environmentId = comparedId();
    if (environmentId === null) throw new NotSent("The journal of sent payments was not compared.");
    const { intentId, key, sentAt } = attempt;
    try {
      await journal.write(environmentId, { intentId, key, sentAt });
    } catch (error) {
      throw new NotSent("The journal of sent payments can not be written.", { cause: error });
    }
    // A database that was set back before this moment has forgotten the attempt; one that is set back later is compared with
    // a journal that has it.
    const where = { providerKey: key };
    if ((await db.read.paymentAttempt.findUnique({ where, select: { id: true } })) === null)
      throw new NotSent("The database was restored to an earlier state in the meantime.");
    if (now().getTime() - begunAt >= withinMs)
      throw new NotSent("The journal of sent payments was too slow.");
  };
  return {
    surroundings,
    journal,
    refuseOtherKind: async () => {
      const known = await db.read.environment.findFirst({ select: { kind: true } });
      if (known !== null && known.kind !== surroundings.kind) throw new WrongEnvironment(known.kind);
    },
    maySend: async (tx) => (await gateState(tx)).mayGoOut,
    isVerified: async () => (await coordinate({ db }, readGate))?.isVerified === true,
    verify: verifyOnce,
    book: (leftAloneMs) => bookEntries(services, journal, leftAloneMs),
    bookWaiting: (leftAloneMs) => bookWaiting(services, journal, leftAloneMs),
    tidy: async () => {
      compared = null;
      await verifyOnce();
      const environmentId = comparedId();
      if (environmentId !== null) await journal.prune(environmentId);
    },
    journalled: (processorFor, withinMs) => (kind) => {
      const { send, lookUp } = processorFor(kind);
      return {
        lookUp,
        send: async (attempt) => {
          await write(attempt, withinMs);
          return send(attempt);
        },
      };
    },
  };
}

const ASKING = "The processors are being asked.";

async function saveProblem({ db, log }: RecoveryServices, error: unknown): Promise<void> {
  const problem = error instanceof Error ? error.message : String(error);
  const data = { problem };
  try {
    // The check repeats every few seconds and logs a problem once.
    const { count } = await coordinate({ db }, (tx) =>
      tx.environment.updateMany({ where: { NOT: data }, data }),
    );
    if (count === 0) return;
  } catch (cause) {
    log.warn({ error: String(cause) }, "not kept why nothing is sent");
  }
  log.warn({ error: problem }, "the database could not be compared with what was sent");
}
