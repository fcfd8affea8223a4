import { randomUUID } from "node:crypto";
import { type InstitutionStatus, Prisma, type Tx } from "@countinghouse/db";
import type { InstitutionWithHealth } from "@countinghouse/providers/bank-link/port";
import { isVendorAway, ProviderError } from "@countinghouse/providers/provider-error";
import { institutionFailure } from "@countinghouse/validators/institutions/rules";
import { createCommand } from "../command.ts";
import type { Core } from "../core.ts";
import { coordinate, writeAsJob } from "../job-writes.ts";
import type { WithPorts } from "../ports.ts";
import { addLinkedInstitutions, customersSql } from "./linked.ts";

export type PollingServices = Pick<Core, "db" | "vault" | "now" | "wakeOutbox" | "log" | "vendorsOff"> &
  WithPorts<"bankLink">;

/** The provider takes 400 of these calls a minute of all its callers together: a round each five seconds makes 300. */
const MOST_AT_ONCE = 25;
/** The provider works the health of a bank out anew every few minutes, and a bank that fails does so for longer. */
const CHECK_EVERY_MS = 5 * 60_000;
const CHECK_AGAIN_MS = 60_000;
/** For so long nobody else asks about what a worker took: longer than a round whose answers are slow. */
const CLAIM_MS = 5 * 60_000;

const LINKS_AT_ONCE = 2_000;

const JOB = { kind: "job", name: "bank-status" } as const;

/**
 * Asks the provider about the banks that are due, new ones among them, and keeps what it tells: for the list and for each
 * link to the bank. Any number of workers may run it. Ends the round when the provider does not answer. Returns how many
 * banks it told of.
 */
export async function pollInstitutions(services: PollingServices): Promise<number> {
  if (services.vendorsOff.includes("bankLink")) return 0;
  const due = await claim(services);
  let answer = 0;
  for (const [index, bank] of due.entries()) {
    try {
      await saveAnswer(services, bank, await services.ports.bankLink.institution(bank.id));
      answer++;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      services.log.warn({ institutionId: bank.id, error: error.message }, "a bank could not be asked about");
      const isProviderAway = isVendorAway(error) && !error.vendorCode?.startsWith("INSTITUTION_");
      await saveFailure(services, isProviderAway ? due.slice(index) : [bank], error);
      if (isProviderAway) break;
    }
  }
  return answer;
}

interface Due {
  id: string;
  status: InstitutionStatus | null;
  statusSince: Date | null;
}

/** Their customers are counted anew with it, so that also of a bank nobody tells of it is known whom it concerns. */
async function claim({ db, now }: PollingServices): Promise<Due[]> {
  const at = now();
  const until = new Date(at.getTime() + CLAIM_MS);
  return coordinate({ db }, async (tx) => {
    await addLinkedInstitutions(tx, at);
    return tx.$queryRaw<Due[]>`
      UPDATE institution SET next_check_at = ${until}, customers = ${Prisma.raw(customersSql("institution.id"))}
      WHERE id IN (SELECT id FROM institution WHERE next_check_at <= ${at}
                   ORDER BY next_check_at, id LIMIT ${MOST_AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING id, status::text AS status, status_since AS "statusSince"`;
  });
}

async function saveAnswer(
  services: PollingServices,
  bank: Due,
  answer: InstitutionWithHealth,
): Promise<void> {
  const { id } = bank;
  const hasChanged = answer.health !== bank.status;
  const keep = (tx: Tx, now: Date) =>
    tx.institution.update({
      where: { id },
      data: {
        name: answer.name,
        status: answer.health,
        statusSince: answer.healthChangedAt ?? (hasChanged ? now : bank.statusSince),
        askedAt: now,
        triedAt: now,
        error: "",
        nextCheckAt: new Date(now.getTime() + CHECK_EVERY_MS),
      },
    });
  if (hasChanged) {
    const input = { requestId: randomUUID(), institutionId: id };
    await createCommand(services, JOB)(
      { action: "institutions.change", capability: null, input },
      async ({ tx, now }) => {
        await keep(tx, now);
        return {
          result: null,
          audit: {
            subject: { type: "institution", id },
            before: { status: bank.status },
            after: { status: answer.health },
          },
        };
      },
    );
  } else await coordinate(services, (tx) => keep(tx, services.now()));
  if (answer.health !== null) await saveLinkStatus(services, id, answer.health);
}

/**
 * Sets the same of the links to the bank, so many at once that nobody waits long for one. A link that somebody else is
 * changing follows with the next answer: who waits for several could be waited for in a ring.
 */
async function saveLinkStatus(
  services: PollingServices,
  id: string,
  status: InstitutionStatus,
): Promise<void> {
  let set: number;
  do {
    set = await writeAsJob(services, JOB.name, async ({ tx }) => {
      const links = await tx.$executeRaw`
        UPDATE bank_link SET bank_status = ${status}::"InstitutionStatus"
        WHERE id IN (SELECT id FROM bank_link
                     WHERE institution_id = ${id} AND bank_status <> ${status}::"InstitutionStatus"
                     LIMIT ${LINKS_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
      if (links === 0) return { result: 0, audit: null };
      const event = { subject: { type: "institution", id }, after: { status, links } };
      return {
        result: links,
        audit: { action: "institutions.setLinks", requestId: randomUUID(), events: [event] },
      };
    });
  } while (set === LINKS_AT_ONCE);
}

/** How a bank was doing when it was told last stays, with the moment of that. */
function saveFailure(
  services: PollingServices,
  banks: readonly Due[],
  error: ProviderError,
): Promise<unknown> {
  const now = services.now();
  const code = error.vendorCode ?? "";
  return coordinate(services, (tx) =>
    tx.institution.updateMany({
      where: { id: { in: banks.map(({ id }) => id) } },
      data: {
        triedAt: now,
        error: institutionFailure({ code, isRefused: error.kind === "refused" }),
        nextCheckAt: new Date(now.getTime() + CHECK_AGAIN_MS),
      },
    }),
  );
}
