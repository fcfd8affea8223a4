import { setTimeout as pause } from "node:timers/promises";
import { createRandom, type Random } from "@countinghouse/db/seed/random";
import { ROLES } from "@countinghouse/validators/roles";
import type { Desk } from "./desk.ts";
import { lookedAtOrder, order, type Payable } from "./payable.ts";

export interface RacePlan {
  /** Payments of different customers, each pressed so many times at once. */
  rounds: number;
  presses: number;
  /** FUND against CREDIT of one application. */
  races: number;
  /** Requests whose body is changed on the way. */
  changes: number;
  /** Fundings whose customer or application may no longer be paid out while they are under way. */
  flips: number;
  seed: number;
  onDone?: (what: string) => void;
}

export interface RaceCounts {
  presses: { payments: number; presses: number; mostCalls: number };
  races: { races: number; live: number; moved: number };
  changes: { changes: number; refused: number; calls: number };
  flips: { flips: number; refused: number; cancelled: number; sentBefore: number; sentAfter: number };
  /** Everything that is wrong, a sentence each. */
  problems: string[];
}

const PRESSED_MODES = ["SALE", "DEBIT", "RCC"] as const;
const FUNDING_MODES = ["FUND", "CREDIT"] as const;
const AT_ONCE = 4;
/** By then most orders have been sent. */
const LATER_MS = 100;
const EXPIRED = new Date("2026-01-01T00:00:00Z");

/**
 * Races the same payments through several servers: presses of one button, FUND against CREDIT, a request against its
 * changed copy, and the rules against an order under way. What was called and moved is counted in the processors' books.
 */
export async function playRaces(desk: Desk, plan: RacePlan): Promise<RaceCounts> {
  const random = createRandom(plan.seed);
  const problems: string[] = [];
  const say = plan.onDone ?? (() => {});
  const staff = await Promise.all(ROLES.filter((role) => role !== "VIEWER").map((role) => desk.staff(role)));
  const office: Office = { desk, random, problems, staff, more: await moreStaff(desk) };
  const presses = { payments: plan.rounds, presses: 0, mostCalls: 0 };
  for (let round = 0; round < plan.rounds; round++) {
    const calls = await pressAtOnce(office, round, plan.presses);
    presses.presses += plan.presses;
    presses.mostCalls = Math.max(presses.mostCalls, calls);
    say(`${PRESSED_MODES[round % PRESSED_MODES.length]}: ${plan.presses} presses, ${calls} call`);
  }
  const races = { races: plan.races, live: 0, moved: 0 };
  for (let race = 0; race < plan.races; race++) {
    const { live, moved } = await fundAtOnce(office);
    races.live += live;
    races.moved += moved;
  }
  say(`${races.races} races of FUND and CREDIT, ${races.moved} payments in the processors' books`);
  const changes = { changes: plan.changes, refused: 0, calls: 0 };
  for (let change = 0; change < plan.changes; change++) {
    const { refused, calls } = await changeBody(office, change);
    changes.refused += refused;
    changes.calls += calls;
  }
  say(
    `${changes.changes} changed bodies, ${changes.calls} calls for the ${changes.changes} payments they copied`,
  );
  const flips = await playFlips(office, plan.flips);
  say(
    `${flips.flips} flips: ${flips.refused} refused as ordered, ${flips.cancelled} cancelled before the call, ${flips.sentBefore} sent before`,
  );
  return { presses, races, changes, flips, problems };
}

interface Office {
  desk: Desk;
  random: Random;
  problems: string[];
  staff: readonly string[];
  /** Those who pay out at the same time. */
  more: readonly string[];
}

const moreStaff = (desk: Desk): Promise<string[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, () => desk.staff("EMPLOYEE")));

const pick = <Item>(items: readonly Item[], place: number): Item => {
  const item = items[place % items.length];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
};

/** What the processors were asked and did meanwhile. */
async function during<Result>(desk: Desk, work: () => Promise<Result>) {
  const before = await desk.books();
  const result = await work();
  const after = await desk.books();
  return {
    result,
    calls: after.calls - before.calls,
    moved: after.moved.length - before.moved.length,
  };
}

async function pressAtOnce(office: Office, round: number, presses: number): Promise<number> {
  const { desk, problems, staff } = office;
  const mode = pick(PRESSED_MODES, round);
  const input = await lookedAtOrder(desk.tables, order(await desk.customer(), mode));
  const token = pick(staff, round);
  const { result, calls, moved } = await during(desk, () =>
    Promise.all(Array.from({ length: presses }, () => desk.call(token, "payments.run", input))),
  );
  const answers = new Set(result.map(({ bare }) => bare));
  if (answers.size !== 1 || result[0]?.status !== 200)
    problems.push(`${mode} pressed ${presses} times: ${answers.size} answers, the first ${result[0]?.text}`);
  if (calls !== 1 || moved !== 1)
    problems.push(`${mode} pressed ${presses} times: ${calls} calls, ${moved} payments at the processor`);
  return calls;
}

/** Four of the staff pay out the same application at once, by card and by bank transfer. */
async function fundAtOnce({ desk, problems, more }: Office): Promise<{ live: number; moved: number }> {
  const customer = await desk.customer({ owesCents: 0 });
  const { result, moved } = await during(desk, () =>
    Promise.all(
      more.map(async (token, index) =>
        desk.call(
          token,
          "payments.run",
          await lookedAtOrder(desk.tables, order(customer, pick(FUNDING_MODES, index))),
        ),
      ),
    ),
  );
  const { applicationId } = customer;
  const live = await desk.database.read.paymentIntent.count({
    where: { applicationId, state: { notIn: ["FAILED", "CANCELLED", "RETURNED"] } },
  });
  if (live !== 1 || moved !== 1)
    problems.push(`application ${applicationId}: ${live} live fundings, ${moved} payments at the processor`);
  for (const { status, text } of result)
    if (status >= 500) problems.push(`application ${applicationId}: ${status} ${text}`);
  return { live, moved };
}

/** The same request with another amount: afterwards, or at the same moment, when whichever comes first counts. */
async function changeBody({ desk, problems, staff }: Office, place: number) {
  const mode = pick(PRESSED_MODES, place);
  const input = await lookedAtOrder(desk.tables, order(await desk.customer(), mode));
  const changed = { ...input, amountCents: 1100 };
  const token = pick(staff, place);
  const send = (body: object) => desk.call(token, "payments.run", body);
  const { result, calls } = await during(desk, async () =>
    place % 2 === 0
      ? [await send(input), await send(changed)]
      : await Promise.all([send(input), send(changed)]),
  );
  const refused = result.filter(({ status }) => status === 409).length;
  const answered = result.filter(({ status }) => status === 200).length;
  if (refused !== 1 || answered !== 1 || calls !== 1)
    problems.push(
      `a changed body: ${answered} answered, ${refused} refused, ${calls} calls; ${result.map(({ text }) => text).join(" ")}`,
    );
  return { refused, calls };
}

/** A few at a time, so that servers and database are busy and an order stays under way for a while. */
async function playFlips(office: Office, count: number): Promise<RaceCounts["flips"]> {
  const counts = { flips: count, refused: 0, cancelled: 0, sentBefore: 0, sentAfter: 0 };
  for (let done = 0; done < count; done += AT_ONCE) {
    const customers = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - done) }, () => office.desk.customer({ owesCents: 0 })),
    );
    const { result, moved } = await during(office.desk, () =>
      Promise.all(customers.map((customer, index) => flip(office, customer, index))),
    );
    for (const outcome of result) counts[outcome]++;
    const sent = result.filter((outcome) => outcome === "sentBefore" || outcome === "sentAfter").length;
    if (moved !== sent) office.problems.push(`${moved} payments at the processor of ${sent} that were sent`);
  }
  return counts;
}

/**
 * Pays out, and forbids it at a random moment: mostly the change waits for the order's own locks and comes between the
 * order and the call. An attempt that was begun after the change was there must not be.
 */
async function flip(
  { desk, random, problems, more }: Office,
  customer: Payable,
  place: number,
): Promise<"refused" | "cancelled" | "sentBefore" | "sentAfter"> {
  const isBan = random.chance(0.5);
  const input = await lookedAtOrder(desk.tables, order(customer, pick(FUNDING_MODES, random.int(0, 1))));
  const pressed = desk.call(pick(more, place), "payments.run", input);
  const over = { isOver: false };
  void pressed.finally(() => {
    over.isOver = true;
  });
  if (random.chance(0.8)) await orderIsUnderWay(desk, customer, over);
  if (random.chance(0.3)) await pause(random.int(0, LATER_MS));
  await forbid(desk, customer, isBan);
  const forbiddenAt = desk.now().getTime();
  desk.tick();
  const { status, text } = await pressed;
  const intent = await desk.database.read.paymentIntent.findFirst({
    where: { applicationId: customer.applicationId },
    select: { state: true, attempts: { select: { sentAt: true } } },
  });
  if (status >= 500) problems.push(`a funding whose rules changed: ${status} ${text}`);
  if (intent === null) return "refused";
  const [attempt] = intent.attempts;
  if (attempt === undefined) {
    if (intent.state !== "CANCELLED") problems.push(`a funding without a call is ${intent.state}`);
    return "cancelled";
  }
  if (attempt.sentAt.getTime() <= forbiddenAt) return "sentBefore";
  problems.push(
    `customer ${customer.userId} was paid ${attempt.sentAt.getTime() - forbiddenAt} ms after that was forbidden`,
  );
  return "sentAfter";
}

const LOOK_EVERY_MS = 1;

/** Until the order holds the lock of its customer, or is over. */
async function orderIsUnderWay(
  { database }: Desk,
  { userId }: Payable,
  over: { readonly isOver: boolean },
): Promise<void> {
  while (!over.isOver) {
    const { rows } = await database.pool.query(
      "SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED",
      [userId],
    );
    if (rows.length === 0) return;
    await pause(LOOK_EVERY_MS);
  }
}

async function forbid({ database }: Desk, { userId, applicationId }: Payable, isBan: boolean): Promise<void> {
  await database.unsafeTransaction(async (tx) => {
    if (isBan) await tx.user.update({ where: { id: userId }, data: { doNotFund: true } });
    else await tx.application.update({ where: { id: applicationId }, data: { expiresAt: EXPIRED } });
  });
}
