import { randomUUID } from "node:crypto";
import type { ReadDb, Tx } from "@countinghouse/db";
import {
  isWithdrawn,
  type PrincipalReason,
  principalReasons,
} from "@countinghouse/validators/adverse-action/principal-reasons";
import { CHOOSE_REASON, NOTICE_SENT, whyNotSendNotice } from "@countinghouse/validators/adverse-action/rules";
import type { PreviewNotice, SendNotice } from "@countinghouse/validators/adverse-action/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { emailDraft } from "../auth/message.ts";
import type { AdminCtx } from "../context.ts";
import { customerName } from "../customer-name.ts";
import { DENIED } from "../decisions/missing-facts.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { ADDRESSEE, addressLines, PDF, storeLetter } from "../files/store-letter.ts";
import { lockApplication } from "../locks.ts";
import type { WithLender } from "../pdf/letter.ts";
import type { WithPorts } from "../ports.ts";
import { customerRead } from "../reading.ts";
import { drawNotice } from "./letter.ts";

const NOTICE_TYPE = "adverse_action_notice";

/**
 * Returns the principal reasons that the notice would give, the internal reasons that a person has to replace, and why no notice can be
 * sent, or null. Throws NOT_FOUND.
 */
export async function previewNotice(ctx: AdminCtx<WithLender>, { applicationId }: PreviewNotice) {
  const facts = await readFacts(ctx.db, applicationId, null);
  const draft = customerRead(facts.userId, { procedure: "adverseAction.preview", applicationId });
  await ctx.reading.note({ userIds: [facts.userId], event: { action: "users.read", draft } });
  const { reasons, unclear, mustChoose } = facts;
  const whyNot = whyNotSendNotice({ ...facts, hasLender: ctx.services.lender !== null });
  return { reasons, unclear, mustChoose, whyNot };
}

/**
 * Sends an applicant the notice of adverse action: a letter with the reasons of the decision, kept among the files of the customer
 * and mailed through the outbox, once for an application. Throws RULE where it can not be sent, UNAVAILABLE where the letter can
 * not be stored: then nothing is sent.
 */
export async function sendNotice(
  ctx: AdminCtx<WithPorts<"objectStorage"> & WithLender>,
  input: SendNotice & { requestId: string },
) {
  const { applicationId, requestId, reason = null } = input;
  const { lender } = ctx.services;
  const madeAt = ctx.now();
  const known = await readFacts(ctx.db, applicationId, reason);
  const letter = lender && {
    lender,
    applicant: { name: known.name, address: known.address },
    applicationId,
    decidedOn: newYorkDate(known.decidedAt ?? madeAt),
    reasons: known.reasons,
    madeAt,
  };
  const pdf = letter === null || whyNotSend(known, true) !== null ? null : await drawNotice(letter);
  // A repeated request stores the same object again.
  const objectKey = `${NOTICE_TYPE}/${known.userId}_${requestId}.pdf`;
  if (pdf !== null) await storeLetter(ctx, objectKey, pdf);
  const spec = { action: "adverseAction.send", capability: "adverseAction.send", input } as const;
  const result = await ctx.command(spec, async ({ tx, now }) => {
    await lockApplication(tx, applicationId);
    const facts = await readFacts(tx, applicationId, reason);
    refuseWhen(whyNotSend(facts, lender !== null));
    if (pdf === null || facts.email !== known.email || facts.reasons.join("\n") !== known.reasons.join("\n"))
      throw new DomainError("CONFLICT", "The application has changed. Review it again.");
    const { userId, reasons, email } = facts;
    const fileId = randomUUID();
    const name = `Notice of action taken, application ${applicationId}.pdf`;
    await tx.userFile.create({
      data: {
        id: fileId,
        userId,
        applicationId,
        type: NOTICE_TYPE,
        name,
        contentType: PDF,
        sizeBytes: pdf.length,
        objectKey,
        createdAt: now,
      },
    });
    await tx.adverseActionNotice.create({
      data: { applicationId, userId, fileId, reasons, sentTo: email, sentById: ctx.actor.id, sentAt: now },
    });
    return {
      result: { fileId, message: NOTICE_SENT },
      audit: { subject: { type: "user", id: userId }, after: { applicationId, fileId, reasons } },
      outbox: [
        emailDraft(`${NOTICE_TYPE}:${applicationId}`, {
          to: email,
          subject: "Notice of action taken on your application",
          text: `Dear ${facts.name},\n\nthe attached letter says what we decided about your application number ${applicationId}, and why.\n\n${lender?.name ?? ""}\n${lender?.address ?? ""}\n`,
          attachment: { fileName: name, contentType: PDF, base64: pdf.toString("base64") },
        }),
      ],
    };
  });
  return result;
}

const whyNotSend = (facts: Awaited<ReturnType<typeof readFacts>>, hasLender: boolean): string | null =>
  whyNotSendNotice({ ...facts, hasLender }) ?? (facts.mustChoose ? CHOOSE_REASON : null);

type Reader = Pick<ReadDb, "application"> | Tx;

/** Reads the facts of a notice, with the reason that a person chose. Throws NOT_FOUND. */
async function readFacts(db: Reader, applicationId: number, chosen: PrincipalReason | null) {
  const application = found(
    await db.application.findUnique({
      where: { id: applicationId },
      select: {
        stage: true,
        declineReason: true,
        declinedAt: true,
        notice: { select: { sentAt: true } },
        decisions: {
          orderBy: { createdAt: "desc" },
          take: 1,
          select: { createdAt: true, outcome: true, primaryDeclineReason: true, outcomeReasons: true },
        },
        user: {
          select: { email: true, ...ADDRESSEE },
        },
      },
    }),
    "There is no such application.",
  );
  const { user, decisions, declineReason, declinedAt, notice, stage } = application;
  const [decision] = decisions;
  const denial = decision?.outcome === DENIED ? decision : undefined;
  const internal = [
    declineReason,
    denial?.primaryDeclineReason ?? "",
    ...(denial?.outcomeReasons ?? []),
  ].filter((reason) => reason.trim() !== "");
  const { reasons, unclear } = principalReasons(internal, chosen);
  return {
    userId: user.id,
    stage,
    sentAt: notice?.sentAt ?? null,
    email: user.email,
    name: customerName(user),
    address: addressLines(user),
    decidedAt: declinedAt ?? decision?.createdAt ?? null,
    isWithdrawn: isWithdrawn(internal[0] ?? ""),
    reasons,
    unclear,
    mustChoose: reasons.length === 0 || (unclear.length > 0 && chosen === null),
  };
}
