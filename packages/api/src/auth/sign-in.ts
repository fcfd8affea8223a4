import { randomInt, randomUUID } from "node:crypto";
import { verifyPassword } from "@countinghouse/db/passwords";
import { CODE_LENGTH } from "@countinghouse/validators/auth/rules";
import type { ResendCode, SignIn } from "@countinghouse/validators/auth/schemas";
import { AUTH_TEXTS } from "@countinghouse/validators/auth/texts";
import { formatNewYork } from "@countinghouse/validators/new-york";
import type { Actor } from "../actor.ts";
import type { Ctx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { type FactorOffer, offerFactors } from "../factors/prove.ts";
import type { OutboxDraft } from "../outbox/queue.ts";
import { passBotCheck, type WithBotCheck } from "./bot-check.ts";
import { createGuesses, type Guesses } from "./guesses.ts";
import { findKnownDevice } from "./known-devices.ts";
import type { WithLimits } from "./limits.ts";
import type { WithMailOutcome } from "./mail-outcome.ts";
import { emailDraft } from "./message.ts";
import type { WithConsoleUrl } from "./refresh-cookie.ts";

const CODE_MINUTES = 10;

/** After so many wrong tries a sign-in is used up, however many codes are sent for it. */
export const FAILURES_A_CODE = 5;

/** Verified in place of a hash that does not exist, so that an unknown e-mail takes as long as a wrong password. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$Y291bnRpbmdob3VzZS4uLg$0mBT4ZyWh9KB4vSOTB8CFqWdcNwzEwPRUxxNWZnHgRI";

export interface SignInBegun {
  challengeId: string;
  /** What is said of the mailed code; empty where none was mailed. */
  message: string;
  /** The second factors that are asked for in place of a mailed code; null where the admin has none. */
  factors: FactorOffer | null;
}

/**
 * First step of signing in: bot check, e-mail and password, then a second factor of the admin's own; who has none gets a one-time
 * code by e-mail. Throws UNAUTHORIZED
 * with the same text for an unknown e-mail and a wrong password, INVALID for a bot check that is wrong, old or
 * used, LIMITED after repeated failures, UNAVAILABLE where the mail server refused the code.
 */
export async function signIn(
  ctx: Ctx<Actor, WithLimits & WithBotCheck & WithMailOutcome & WithConsoleUrl>,
  input: SignIn,
): Promise<SignInBegun> {
  const admin = await ctx.db.admin.findUnique({ where: { email: input.email } });
  const device = await knownDeviceAt(ctx, input.email);
  const guesses = createGuesses(ctx, { email: input.email, isKnown: admin !== null, from: device });
  await guesses.check();
  await passBotCheck(ctx, { what: "signIn", device }, input.botCheck);
  await guesses.count();
  const right = await verifyPassword(admin?.passwordHash || NOBODYS_HASH, input.password);
  if (!admin || !right || admin.status !== "ACTIVE") {
    await recordRefusal(ctx, input.email, admin?.id ?? "unknown");
    throw new DomainError("UNAUTHORIZED", AUTH_TEXTS.invalidCredentials);
  }
  await guesses.takeBack();
  const challengeId = randomUUID();
  const factors = await offerFactors(ctx.db, ctx.services.consoleUrl, admin.id);
  if (factors !== null) {
    await askForFactor(ctx, admin.id, challengeId, factors);
    return { challengeId, message: "", factors };
  }
  await countCode(ctx, { challengeId, email: input.email, device });
  const mail = randomUUID();
  await ctx.command(
    { action: "auth.signIn", capability: null, input: { requestId: challengeId } },
    async ({ tx, now }) => {
      const code = newCode();
      await tx.signInChallenge.create({
        data: {
          id: challengeId,
          adminId: admin.id,
          codeHash: codeHash(ctx, challengeId, code),
          expiresAt: expiry(now),
        },
      });
      return {
        result: { challengeId },
        audit: { subject: { type: "admin", id: admin.id }, after: { challengeId, ip: ctx.request.ip } },
        outbox: [codeMail(mail, admin.email, code, now)],
      };
    },
  );
  return { challengeId, message: await saidOfMail(ctx, mail, AUTH_TEXTS.codeSent), factors: null };
}

/** Keeps what a passkey has to sign; no code is mailed. */
const askForFactor = (ctx: Ctx, adminId: string, challengeId: string, { passkey }: FactorOffer) =>
  ctx.command(
    { action: "auth.signIn", capability: null, input: { requestId: challengeId } },
    async ({ tx, now }) => {
      const passkeyChallenge = passkey?.challenge ?? null;
      await tx.signInChallenge.create({
        data: { id: challengeId, adminId, codeHash: null, passkeyChallenge, expiresAt: expiry(now) },
      });
      return {
        result: { challengeId },
        audit: { subject: { type: "admin", id: adminId }, after: { challengeId, ip: ctx.request.ip } },
      };
    },
  );

/** What is said of a code: that it was sent only where the mail server took it. Throws UNAVAILABLE where it refused it. */
async function saidOfMail(ctx: Ctx<Actor, WithMailOutcome>, mail: string, sent: string): Promise<string> {
  const { state, why } = await ctx.services.mailOutcome(mailKey(mail));
  if (state === "FAILED") throw new DomainError("UNAVAILABLE", AUTH_TEXTS.codeRefused(why));
  return state === "DELIVERED" ? sent : AUTH_TEXTS.codeOnItsWay(why);
}

/**
 * Sends a new code for a sign-in under way; the code before it stops working and failures so far still count.
 * Throws INVALID when the sign-in is unknown, finished or used up, LIMITED when asked too often, UNAVAILABLE where the mail
 * server refused the code.
 */
export async function resendCode(
  ctx: Ctx<Actor, WithLimits & WithMailOutcome>,
  input: ResendCode,
): Promise<{ message: string }> {
  const challenge = await ctx.db.signInChallenge.findUnique({
    where: { id: input.challengeId },
    include: { admin: { select: { id: true, email: true, status: true } } },
  });
  const usedUp =
    challenge?.consumedAt || challenge?.codeHash === null || (challenge?.failures ?? 0) >= FAILURES_A_CODE;
  if (!challenge || usedUp || challenge.admin.status !== "ACTIVE") {
    throw new DomainError("INVALID", AUTH_TEXTS.resendFailed);
  }
  const { email } = challenge.admin;
  const device = await knownDeviceAt(ctx, email);
  await createGuesses(ctx, { email, isKnown: true, from: device }).check();
  await countCode(ctx, { challengeId: challenge.id, email, device });
  const spec = { action: "auth.resendCode", capability: null, input: { requestId: randomUUID() } } as const;
  const mail = randomUUID();
  await ctx.command(spec, async ({ tx, now }) => {
    const code = newCode();
    const { count } = await tx.signInChallenge.updateMany({
      where: { id: challenge.id, consumedAt: null },
      data: { codeHash: codeHash(ctx, challenge.id, code), expiresAt: expiry(now) },
    });
    if (count === 0) throw new DomainError("INVALID", AUTH_TEXTS.resendFailed);
    return {
      result: null,
      audit: { subject: { type: "admin", id: challenge.admin.id }, after: { challengeId: challenge.id } },
      outbox: [codeMail(mail, email, code, now)],
    };
  });
  return { message: await saidOfMail(ctx, mail, AUTH_TEXTS.codeResent) };
}

/** The guesses at what an admin's sign-in waits for, as they count for where the request comes from. */
export async function guessesAt(
  ctx: Ctx<Actor, WithLimits>,
  { id, email }: { id: string; email: string },
  isFactor: boolean,
): Promise<Guesses> {
  const from = await knownDeviceAt(ctx, email);
  return createGuesses(ctx, { email, isKnown: true, from, factorOf: isFactor ? id : null });
}

/** The known device of this account that a request comes from, or null. */
export const knownDeviceAt = async (ctx: Ctx, email: string): Promise<string | null> =>
  (await findKnownDevice(ctx, email))?.id ?? null;

/** Counts a code before it is mailed: whoever has the password alone takes none from a known device. */
async function countCode(
  { services: { limits } }: Ctx<Actor, WithLimits>,
  { challengeId, email, device }: { challengeId: string; email: string; device: string | null },
): Promise<void> {
  if (device === null) await limits.consume("codesByAccount", email);
  else await limits.consume("codesByDevice", device);
  await limits.consume("codesByChallenge", challengeId);
}

/** Whether this code is the one that was sent for a sign-in, by the hash that is kept of it. */
export const isCode = (ctx: Ctx, challengeId: string, code: string, kept: Uint8Array): boolean =>
  ctx.services.vault
    .secretHashes("one-time-code", `${challengeId}:${code}`)
    .some((hash) => Buffer.compare(hash, kept) === 0);

/** The keyed hash a code is kept as, bound to the one sign-in it was sent for. */
const codeHash = (ctx: Ctx, challengeId: string, code: string): Uint8Array<ArrayBuffer> =>
  ctx.services.vault.secretHash("one-time-code", `${challengeId}:${code}`);

/** Leaves a refused password in the audit. */
async function recordRefusal(ctx: Ctx, email: string, adminId: string): Promise<void> {
  const spec = { action: "auth.refused", capability: null, input: { requestId: randomUUID() } } as const;
  await ctx.command(spec, async () => ({
    result: null,
    audit: { subject: { type: "admin", id: adminId }, after: { email, ip: ctx.request.ip } },
  }));
}

const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");

const expiry = (now: Date): Date => new Date(now.getTime() + CODE_MINUTES * 60_000);

const mailKey = (id: string): string => `one-time-code:${id}`;

/** The mail says until when the code works: a mail server may put the mail off. */
const codeMail = (id: string, to: string, code: string, now: Date): OutboxDraft =>
  emailDraft(mailKey(id), {
    to,
    subject: `${code} is your Countinghouse code`,
    text: `Your one-time code is ${code}\n\nIt works once, until ${formatNewYork(expiry(now), "dateTime")} ET. If you did not try to sign in, change your password.\n`,
  });
