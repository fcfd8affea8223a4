import { randomUUID } from "node:crypto";
import type { ReadDb, Tx } from "@countinghouse/db";
import { PAYOFF_LETTER_MADE, whyNotPayoffLetter } from "@countinghouse/validators/loans/payoff-letter";
import type { OfUser } from "@countinghouse/validators/loans/schemas";
import { formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
import { IN_PROGRESS_STATES } from "@countinghouse/validators/payments/states";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { customerName } from "../customer-name.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { ADDRESSEE, addressLines, PDF, storeLetter } from "../files/store-letter.ts";
import { lockUser } from "../locks.ts";
import { drawLetter, type Lender, type LetterText, type WithLender } from "../pdf/letter.ts";
import type { WithPorts } from "../ports.ts";

const PAYOFF_LETTER_TYPE = "payoff_letter";

/**
 * Makes the letter that says that a customer owes nothing any more, and stores it among the files of the customer. Throws RULE while
 * something is owed or on its way, UNAVAILABLE where the letter can not be stored, NOT_FOUND.
 */
export async function makePayoffLetter(
  ctx: AdminCtx<WithPorts<"objectStorage"> & WithLender>,
  input: OfUser & { requestId: string },
) {
  const { userId, requestId } = input;
  const { lender } = ctx.services;
  const madeAt = ctx.now();
  const known = await readFacts(ctx.db, userId);
  const isReady = whyNotPayoffLetter({ ...known, hasLender: lender !== null }) === null;
  const pdf = isReady && lender ? await drawLetter(payoffText({ lender, ...known, madeAt }), madeAt) : null;
  // A repeated request stores the same object again.
  const objectKey = `${PAYOFF_LETTER_TYPE}/${userId}_${requestId}.pdf`;
  if (pdf !== null) await storeLetter(ctx, objectKey, pdf);
  const spec = { action: "loans.payoffLetter", capability: "loans.payoffLetter", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await lockUser(tx, userId);
    const facts = await readFacts(tx, userId);
    refuseWhen(whyNotPayoffLetter({ ...facts, hasLender: lender !== null }));
    if (pdf === null || facts.balanceCents !== known.balanceCents)
      throw new DomainError("CONFLICT", "The balance changed in the meantime. Try again.");
    const fileId = randomUUID();
    const day = newYorkDate(madeAt);
    await tx.userFile.create({
      data: {
        id: fileId,
        userId,
        applicationId: facts.applicationIds.at(-1) ?? null,
        type: PAYOFF_LETTER_TYPE,
        name: `Payoff letter ${day}.pdf`,
        contentType: PDF,
        sizeBytes: pdf.length,
        objectKey,
        createdAt: now,
      },
    });
    return {
      result: { fileId, message: PAYOFF_LETTER_MADE },
      audit: {
        subject: { type: "user", id: userId },
        after: { fileId, day, balanceCents: facts.balanceCents, applicationIds: facts.applicationIds },
      },
    };
  });
}

interface PayoffLetter {
  lender: Lender;
  name: string;
  address: readonly string[];
  applicationIds: readonly number[];
  liens: readonly { state: string; fileNumber: string }[];
  madeAt: Date;
}

/** The text of the letter, paragraph by paragraph. */
export function payoffText({
  lender,
  name,
  address,
  applicationIds,
  liens,
  madeAt,
}: PayoffLetter): LetterText {
  const advances =
    applicationIds.length === 1
      ? "Your advance under application number"
      : "Your advances under application numbers";
  return {
    head: [lender.name, lender.address],
    date: formatNewYork(madeAt, "date"),
    to: [name, ...address],
    title: "Payoff letter",
    paragraphs: [
      `Dear ${name},`,
      `${advances} ${applicationIds.join(", ")} ${applicationIds.length === 1 ? "is" : "are"} paid in full. On ${newYorkDate(madeAt)} (New York) you owe us nothing: your balance is $0.00.`,
      "A payment that your bank or card network takes back after this day becomes due again.",
      ...liens.map(
        ({ state, fileNumber }) =>
          `Our financing statement ${fileNumber === "" ? "" : `number ${fileNumber} `}in ${state} secured this debt. We have it terminated.`,
      ),
      "Sincerely,",
      lender.name,
    ],
  };
}

type Reader = Pick<ReadDb, "user"> | Tx;

/** Reads the facts of a payoff letter. Throws NOT_FOUND. */
async function readFacts(db: Reader, userId: number) {
  const user = found(
    await db.user.findUnique({
      where: { id: userId },
      select: {
        ...ADDRESSEE,
        balance: { select: { balanceCents: true } },
        applications: {
          where: { fundedAt: { not: null } },
          orderBy: { id: "asc" },
          select: { id: true },
        },
        intents: { where: { state: { in: [...IN_PROGRESS_STATES] } }, take: 1, select: { id: true } },
        business: {
          select: { liens: { where: { status: "filed" }, select: { state: true, fileNumber: true } } },
        },
      },
    }),
    unknownUser(userId),
  );
  return {
    name: customerName(user),
    address: addressLines(user),
    balanceCents: Number(user.balance?.balanceCents ?? 0),
    wasFunded: user.applications.length > 0,
    isUnderWay: user.intents.length > 0,
    applicationIds: user.applications.map(({ id }) => id),
    liens: user.business?.liens ?? [],
  };
}
