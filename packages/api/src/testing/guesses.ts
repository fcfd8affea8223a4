import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import type { Answer, Desk } from "./desk.ts";
import { lookedAtOrder, order, PASSCODE, type Payable } from "./payable.ts";

const TRIES = 5;
/** The mode that pays out on each rail, and what it says of a wrong passcode. */
const RAILS = {
  CARD: { mode: "FUND", wrong: TEXT.cardPasscodeWrong },
  ACH: { mode: "CREDIT", wrong: TEXT.achPasscodeWrong },
} as const satisfies Record<PaymentRail, { mode: string; wrong: string }>;

const DIGITS = Array.from(PASSCODE);

/** Wrong codes as near to the right one as can be, and such as nobody would set. */
export const WRONG_CODES = [
  ...[`${PASSCODE}0`, PASSCODE.slice(0, -1), `0${PASSCODE}`, DIGITS.toReversed().join("")],
  ...DIGITS.map((digit, place) => DIGITS.with(place, String((Number(digit) + 1) % 10)).join("")),
  ...["0000", "9999", "000000000000", "1", "abcd", "٤٧١١", ` ${PASSCODE}`, `${PASSCODE}\n`, "' OR ''='", "%"],
] as const;

export interface GuessCounts {
  /** Wrong codes, and how many answers they got that can be told from one another: one for each rail. */
  wrong: number;
  answers: number;
  /** Guesses sent at once by one admin for each rail, and how many of them were tried. */
  atOnce: number;
  tried: number;
  /** What was sent once the admin was locked, right codes among them, and how many of it were let through. */
  locked: number;
  letThrough: number;
  problems: string[];
}

/**
 * Guesses passcodes through the API: what is said of a wrong one, how many may be tried, that the lock does not tell a
 * right one from a wrong one, and that neither the passcode nor its hash ever stands in an answer or in `elsewhere`.
 */
export async function playGuesses(
  desk: Desk,
  { atOnce, codes, elsewhere }: { atOnce: number; codes: readonly string[]; elsewhere: () => string },
): Promise<GuessCounts> {
  const customer = await desk.customer({ owesCents: 0 });
  const counts = { wrong: 0, answers: 0, atOnce: 0, tried: 0, locked: 0, letThrough: 0 };
  const game: Game = { desk, customer, counts: { ...counts, problems: [] }, texts: [] };
  for (const rail of ["CARD", "ACH"] as const) {
    await saysTheSame(game, rail, codes);
    await countsThemAll(game, rail, atOnce);
    await countsOnlyWrongOnes(game, rail);
  }
  await nothingFollowed(game);
  await nothingIsTold(game, elsewhere());
  return game.counts;
}

interface Game {
  desk: Desk;
  customer: Payable;
  counts: GuessCounts;
  /** Everything that was answered. */
  texts: string[];
}

/** Tries a passcode without anything being paid: the customer's application has another amount than is sent. */
async function guess(game: Game, token: string, rail: PaymentRail, passcode: string): Promise<Answer> {
  const { mode } = RAILS[rail];
  const changed = { passcode, amountCents: 1 };
  const input = await lookedAtOrder(game.desk.tables, order(game.customer, mode, changed));
  const answer = await game.desk.call(token, "payments.run", input);
  game.texts.push(answer.bare);
  return answer;
}

const isLocked = ({ status }: Answer): boolean => status === 429;
/** A right passcode gets as far as the amount. */
const isLetThrough = ({ status, message }: Answer): boolean =>
  status === 409 && message === TEXT.amountChanged;

async function saysTheSame(game: Game, rail: PaymentRail, codes: readonly string[]): Promise<void> {
  const { desk, counts } = game;
  const answers = new Map<string, string>();
  for (let first = 0; first < codes.length; first += TRIES) {
    const token = await desk.staff("EMPLOYEE");
    for (const code of codes.slice(first, first + TRIES)) {
      const answer = await guess(game, token, rail, code);
      answers.set(answer.bare, code);
      counts.wrong++;
      if (answer.status !== 422 || answer.message !== RAILS[rail].wrong)
        counts.problems.push(`${rail}, ${JSON.stringify(code)}: ${answer.text}`);
    }
  }
  counts.answers += answers.size;
  if (answers.size > 1) counts.problems.push(`${rail}: answers differ: ${[...answers.keys()].join("\n")}`);
}

/** All at once and then one after the other, the right one last; it is not told from a wrong one any more. */
async function countsThemAll(game: Game, rail: PaymentRail, atOnce: number): Promise<void> {
  const { desk, counts } = game;
  const token = await desk.staff("EMPLOYEE");
  const guesses = Array.from({ length: atOnce }, (_, index) => String(1000 + index));
  const answers = await Promise.all(guesses.map((code) => guess(game, token, rail, code)));
  const tried = answers.filter(({ message }) => message === RAILS[rail].wrong).length;
  counts.atOnce += atOnce;
  counts.tried += tried;
  if (tried !== TRIES) counts.problems.push(`${rail}: ${tried} of ${atOnce} guesses at once were tried`);
  const later = [
    await guess(game, token, rail, "1000"),
    await guess(game, token, rail, PASSCODE),
    await guess(game, token, rail, "1001"),
  ];
  counts.locked += atOnce - tried + later.length;
  counts.letThrough += later.filter((answer) => !isLocked(answer)).length;
  // The seconds that are left run down meanwhile.
  const said = new Set(later.map(({ bare }) => bare.replace(/\d+/g, "…")));
  if (said.size !== 1 || !later.every(isLocked))
    counts.problems.push(`${rail}: once locked, answers differ: ${later.map(({ text }) => text).join("\n")}`);
  const other = rail === "CARD" ? "ACH" : "CARD";
  if (!isLetThrough(await guess(game, token, other, PASSCODE)))
    counts.problems.push(`${rail}: the lock holds for ${other} as well`);
  if (!isLetThrough(await guess(game, await desk.staff("EMPLOYEE"), rail, PASSCODE)))
    counts.problems.push(`${rail}: the lock holds for another admin as well`);
}

/** A right one between wrong ones costs no try, and gives none back. */
async function countsOnlyWrongOnes(game: Game, rail: PaymentRail): Promise<void> {
  const { desk, counts } = game;
  const token = await desk.staff("EMPLOYEE");
  for (let tries = 0; tries < TRIES; tries++) {
    if (!isLetThrough(await guess(game, token, rail, PASSCODE)))
      counts.problems.push(`${rail}: the right code was refused after ${tries} wrong ones`);
    await guess(game, token, rail, "1000");
  }
  counts.locked++;
  if (isLocked(await guess(game, token, rail, PASSCODE))) return;
  counts.letThrough++;
  counts.problems.push(`${rail}: a right code between wrong ones gives tries back`);
}

async function nothingFollowed({ desk, customer, counts }: Game): Promise<void> {
  const intents = await desk.database.read.paymentIntent.count({ where: { userId: customer.userId } });
  if (intents > 0) counts.problems.push(`${intents} payments were begun by guessing`);
}

/** Neither in what was answered, nor where passcodes are listed, nor in the audit, nor in the logs. */
async function nothingIsTold({ desk, customer, counts, texts }: Game, elsewhere: string): Promise<void> {
  const superadmin = await desk.staff("SUPERADMIN");
  const options = await desk.call(superadmin, "payments.options", { userId: customer.userId });
  const list = await desk.call(superadmin, "passcodes.list", {});
  const { rows: events } = await desk.database.pool.query<{ told: string }>(
    "SELECT to_jsonb(e)::text AS told FROM audit_event e WHERE action LIKE 'passcodes.%'",
  );
  const hashes = await desk.database.read.passcode.findMany({ select: { hash: true } });
  const told = [...texts, options.text, list.text, ...events.map((event) => event.told), elsewhere];
  if (options.status !== 200 || hashes.length !== RAILS_COUNT)
    counts.problems.push("what the screen is told could not be looked at");
  for (const { hash } of hashes)
    if (told.some((text) => text.includes(hash))) counts.problems.push("the stored hash is told");
  if (told.some((text) => text.includes("$argon2"))) counts.problems.push("a hash is told");
  if (texts.some((text) => text.includes(PASSCODE))) counts.problems.push("the passcode is told");
  if (events.length === 0) counts.problems.push("guesses leave no audit event");
}

const RAILS_COUNT = Object.keys(RAILS).length;
