import { randomUUID } from "node:crypto";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { countedAmount, RECOVERY_TEXTS } from "@countinghouse/validators/recovery/rules";
import { ConfirmRefused, ReleaseRecovery, SettleClock } from "@countinghouse/validators/recovery/schemas";
import type { AdminActor } from "../actor.ts";
import { createCtx, type RequestFacts } from "../context.ts";
import type { Core } from "../core.ts";
import { found } from "../errors.ts";
import { settleClock } from "./clock.ts";
import type { WithRecovery } from "./recovery.ts";
import { confirmRefused, releaseRecovery } from "./release.ts";
import type { RecoveryStatus } from "./status.ts";

/**
 * Releases the recovery in the name of a SUPERADMIN who sits at the server. Throws NOT_FOUND where nobody who may sign in
 * has this e-mail address, FORBIDDEN, and what `releaseRecovery` throws.
 */
export async function releaseAs(
  services: Core & WithRecovery,
  request: RequestFacts,
  { email, reason }: { email: string; reason: string },
): Promise<void> {
  const input = ReleaseRecovery.parse({ word: RECOVERY_TEXTS.releaseWord, reason });
  await releaseRecovery(await inTheNameOf(services, request, email), { ...input, requestId: randomUUID() });
}

/** Settles in the same way that the server's clock was set back (`settleClock`). */
export async function settleClockAs(
  services: Core & WithRecovery,
  request: RequestFacts,
  { email, reason }: { email: string; reason: string },
): Promise<void> {
  const input = SettleClock.parse({ reason });
  await settleClock(await inTheNameOf(services, request, email), { ...input, requestId: randomUUID() });
}

/** Confirms in the same way that a payment that can not be booked is seen to (`confirmRefused`). */
export async function confirmAs(
  services: Core & WithRecovery,
  request: RequestFacts,
  { email, reason, confirm: key }: { email: string; reason: string; confirm: string },
): Promise<void> {
  const input = ConfirmRefused.parse({ key, word: RECOVERY_TEXTS.confirmWord, note: reason });
  await confirmRefused(await inTheNameOf(services, request, email), { ...input, requestId: randomUUID() });
}

async function inTheNameOf(services: Core & WithRecovery, request: RequestFacts, email: string) {
  const admin = found(
    await services.db.read.admin.findFirst({ where: { email: email.toLowerCase(), status: "ACTIVE" } }),
    `No active admin has the e-mail address ${email}.`,
  );
  const { id, fullName, role } = admin;
  const actor: AdminActor = { kind: "admin", id, sessionId: "", email: admin.email, fullName, role };
  return createCtx(services, actor, request);
}

const HEADINGS = {
  NORMAL: RECOVERY_TEXTS.normal,
  VERIFYING: RECOVERY_TEXTS.verifying,
  RECOVERY: RECOVERY_TEXTS.nothingGoesOut,
} as const;

/** How a recovery stands, line by line, with the figures that the page shows. */
export function recoveryLines(status: RecoveryStatus): string[] {
  const {
    standing,
    reasons,
    since,
    problem,
    figures,
    unsent,
    reported,
    unprocessed,
    payments,
    whyNotRelease,
  } = status;
  const lines = [
    HEADINGS[standing],
    ...reasons.map((reason) => `- ${RECOVERY_TEXTS.reasons[reason]}`),
    ...(since === null ? [] : [`Since ${formatNewYork(since, "dateTime")} New York time.`]),
    ...(problem === "" ? [] : [problem]),
    `Sent and unknown here:     ${countedAmount(figures.all)}`,
    `  not booked yet           ${countedAmount(figures.found)}`,
    `  booked                   ${countedAmount(figures.booked)}`,
    `    outcome known          ${countedAmount(figures.resolved)}`,
    `    outcome still unknown  ${countedAmount(figures.unresolved)}`,
    `  cannot be booked         ${countedAmount(figures.refused)}`,
    `    not confirmed          ${countedAmount(figures.unconfirmed)}`,
    `Waiting and never sent:    ${countedAmount(unsent)}`,
    `Reported and unknown here: ${countedAmount(reported)}`,
    `Unprocessed reports:       ${unprocessed.toLocaleString("en-US")}`,
    ...payments
      .filter(({ reason }) => reason !== "")
      .map(({ key, userId, mode, amountCents, reason, confirmation }) =>
        [key, `customer ${userId}`, mode, countedAmount({ count: 1, amountCents }), reason, confirmation]
          .filter((word) => word !== "")
          .join("  "),
      ),
    ...(standing === "RECOVERY" && figures.unconfirmed.count > 0 ? [RECOVERY_TEXTS.seeTo] : []),
  ];
  return standing === "RECOVERY" ? [...lines, whyNotRelease ?? "It can be released."] : lines;
}
