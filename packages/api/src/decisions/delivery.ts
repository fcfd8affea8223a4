import type { Decisioning } from "@countinghouse/providers/decisioning/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { createCommand } from "../command.ts";
import type { Core } from "../core.ts";
import { lockApplication } from "../locks.ts";
import type { Claimed, Delivery } from "../outbox/deliver.ts";
import { LookupMessage } from "./message.ts";
import { missingFacts, toDecidedFacts } from "./missing-facts.ts";

type LookupServices = Pick<Core, "db" | "vault" | "now">;

/**
 * Looks up at the decision engine what applications lack, and writes it down. It only reads there, so that a call whose
 * outcome is unknown is repeated without harm. An evaluation that is not finished is asked for again later; one that
 * does not exist is refused.
 */
export const deliverBackfills = (
  services: LookupServices,
  decisioning: Decisioning,
  claimed: Claimed[],
): Promise<Delivery[]> =>
  Promise.all(
    claimed.map(async ({ id, payload }) => {
      try {
        return { id, receipt: await lookUp(services, decisioning, { id, ...LookupMessage.parse(payload) }) };
      } catch (error) {
        return { id, error };
      }
    }),
  );

interface Lookup {
  /** Of the message. */
  id: string;
  applicationId: number;
  decisionId: number;
}

async function lookUp(services: LookupServices, decisioning: Decisioning, lookup: Lookup): Promise<string> {
  const decision = await services.db.read.decision.findUniqueOrThrow({
    where: { id: lookup.decisionId },
    select: { evaluationToken: true, flowType: true, primaryDeclineReason: true },
  });
  const evaluation = await decisioning.evaluation(decision.evaluationToken);
  if (evaluation === null)
    throw new ProviderError({
      kind: "refused",
      provider: "decisioning",
      message: "There is no such evaluation.",
    });
  if (evaluation.outcome === null) throw new Error("The evaluation is not finished.");
  await keep(services, lookup, toDecidedFacts(evaluation, decision));
  return evaluation.evaluationId;
}

/** The version stays: what a job adds to an application is no reason to refuse what somebody is typing. */
function keep(
  services: LookupServices,
  { id, applicationId }: Lookup,
  found: ReturnType<typeof toDecidedFacts>,
) {
  const command = createCommand({ ...services, wakeOutbox: () => {} }, { kind: "job", name: "outbox" });
  const spec = { action: "decisions.keepFacts", capability: null, input: { requestId: id } } as const;
  return command(spec, async ({ tx }) => {
    await lockApplication(tx, applicationId);
    const { alloyStatus, ...before } = await tx.application.findUniqueOrThrow({
      where: { id: applicationId },
      select: { declineReason: true, isSmb: true, initHighRisk: true, alloyStatus: true },
    });
    const after = missingFacts({ ...before, alloyStatus }, found);
    await tx.application.update({ where: { id: applicationId }, data: after });
    return { result: null, audit: { subject: { type: "application", id: applicationId }, before, after } };
  });
}
