import { randomUUID } from "node:crypto";
import type { ReadDb, Tx } from "@countinghouse/db";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { NOTICE_SENT, noticeReasons, whyNotSendNotice } from "@countinghouse/validators/adverse-action/rules";
import type { SendNotice } from "@countinghouse/validators/adverse-action/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { emailDraft } from "../auth/message.ts";
import type { AdminCtx } from "../context.ts";
import { customerName } from "../customer-name.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import type { WithPorts } from "../ports.ts";
import { drawNotice, type Lender } from "./letter.ts";

export interface WithLender {
  /** Who lends, as letters name it; null where that is not set. */
  lender: Lender | null;
}

export const NOTICE_TYPE = "adverse_action_notice";
const PDF = "application/pdf";

/**
 * Sends an applicant the notice of adverse action: a letter with the reasons of the decision, kept among the files of the customer
 * and mailed through the outbox, once for an application. Throws RULE where it can not be sent, UNAVAILABLE where the letter can
 * not be stored: then nothing is sent.
 */
export async function sendNotice(
  ctx: AdminCtx<WithPorts<"objectStorage"> & WithLender>,
  input: SendNotice & { requestId: string },
) {
  const { applicationId, requestId } = input;
  const { lender } = ctx.services;
  const madeAt = ctx.now();
  const known = await readFacts(ctx.db, applicationId);
  const letter = lender && {
    lender,
    applicant: { name: known.name, address: known.address },
    applicationId,
    decidedOn: newYorkDate(known.decidedAt ?? madeAt),
    reasons: known.reasons,
    madeAt,
  };
  const pdf =
    letter === null || whyNotSendNotice({ ...known, hasLender: true }) ? null : await drawNotice(letter);
  // The same press stores the same object: what is answered again leaves nothing behind.
  const objectKey = `${NOTICE_TYPE}/${known.userId}_${requestId}.pdf`;
  if (pdf !== null) await store(ctx, objectKey, pdf);
  const spec = { action: "adverseAction.send", capability: "adverseAction.send", input } as const;
  const result = await ctx.command(spec, async ({ tx, now }) => {
    await tx.$executeRaw`SELECT 1 FROM application WHERE id = ${applicationId} FOR UPDATE`;
    const facts = await readFacts(tx, applicationId);
    refuseWhen(whyNotSendNotice({ ...facts, hasLender: lender !== null }));
    if (pdf === null || facts.email !== known.email || facts.reasons.join("\n") !== known.reasons.join("\n"))
      throw new DomainError("CONFLICT", "The application changed meanwhile. Look at it once more.");
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

async function store(
  { services }: AdminCtx<WithPorts<"objectStorage">>,
  key: string,
  pdf: Buffer,
): Promise<void> {
  try {
    await services.ports.objectStorage.put(key, Uint8Array.from(pdf));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn({ error: error.message }, "a notice was not stored");
    throw new DomainError("UNAVAILABLE", "The letter could not be stored. Nothing was sent.");
  }
}

type Reader = Pick<ReadDb, "application"> | Tx;

/** What a notice depends on. Throws NOT_FOUND. */
async function readFacts(db: Reader, applicationId: number) {
  const application = found(
    await db.application.findUnique({
      where: { id: applicationId },
      select: {
        stage: true,
        declineReason: true,
        notice: { select: { sentAt: true } },
        decisions: {
          orderBy: { createdAt: "desc" },
          take: 1,
          select: { createdAt: true, primaryDeclineReason: true, outcomeReasons: true },
        },
        user: {
          select: {
            id: true,
            email: true,
            firstname: true,
            lastname: true,
            businessName: true,
            currentAddress: true,
            city: true,
            state: true,
            zipcode: true,
          },
        },
      },
    }),
    "There is no such application.",
  );
  const { user, decisions, declineReason, notice, stage } = application;
  const [decision] = decisions;
  return {
    userId: user.id,
    stage,
    sentAt: notice?.sentAt ?? null,
    email: user.email,
    name: customerName(user),
    address: [
      user.currentAddress,
      [user.city, `${user.state} ${user.zipcode}`.trim()].filter(Boolean).join(", "),
    ].filter((line) => line.trim() !== ""),
    decidedAt: decision?.createdAt ?? null,
    reasons: noticeReasons(
      [declineReason, decision?.primaryDeclineReason ?? ""],
      decision?.outcomeReasons ?? [],
    ),
  };
}
