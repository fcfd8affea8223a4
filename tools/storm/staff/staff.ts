import { randomUUID } from "node:crypto";
import type { Services } from "../../../packages/api/src/context.ts";
import { PASSCODE } from "../../../packages/api/src/testing/payable.ts";
import type { Random } from "../../../packages/db/src/seed/random.ts";
import { BULK_PAYMENT_KINDS, reviewedDigest } from "../../../packages/validators/src/bulk-job-rules.ts";
import { CARD_MODES, isPaid, needsPasscode } from "../../../packages/validators/src/payment-rules.ts";
import { type Answer, callServer } from "./call.ts";
import { type Wanted, wantedName } from "./wanted.ts";

/** In which of these states the console shows a payment as made, or as one that was made and came back. */
const MADE = ["RETURNED", "CHARGED_BACK"];
/** Of the payments that are wanted and not shown as made, so many are pressed in one round, and of those that are made. */
const PRESSED = 0.3;
const PRESSED_THOUGH_MADE = 0.02;
const AT_ONCE = 12;
/** Lists of a bulk job hold this share of what is due. */
const LISTED = 0.5;
/** How often a list is started, or payment automation is run, in a round. */
const LIST_CHANCE = 0.35;

export interface StaffOptions {
  services: Pick<Services, "db">;
  wanted: readonly Wanted[];
  random: Random;
  /** Where servers listen at this moment. */
  origins: () => readonly string[];
  /** The access token of somebody who may pay. */
  token: () => Promise<string>;
  /** How long anybody waits for an answer. */
  withinMs: number;
}

export interface Staff {
  /**
   * Presses some of what is wanted, of the first `share` of it, at every door; ends when all were answered or given up.
   */
  pressSome(share?: number): Promise<void>;
  /** Writes so many notes at once, on any customers. */
  writeNotes(count: number): Promise<void>;
  /** The wanted payments that the console does not show as made. */
  notMade(): Promise<Wanted[]>;
  /** How often each thing was answered, the most frequent first. */
  answers(): { what: string; times: number }[];
  presses(): number;
}

/** Staff who press again whenever they are let: whatever does not show as made is pressed once more. */
export function createStaff(options: StaffOptions): Staff {
  const { wanted, random, services } = options;
  const answers = new Map<string, number>();
  /** The form that is still open: pressed again, it is the same request. */
  const forms = new Map<string, string>();
  let presses = 0;

  const note = (door: string, answer: Answer): void => {
    presses++;
    const what = `${door} ${wordsOf(answer)}`;
    answers.set(what, (answers.get(what) ?? 0) + 1);
  };
  const call = async (door: string, procedure: string, input: object): Promise<Answer> => {
    const caller = { origin: random.pick(options.origins()), token: await options.token() };
    const answer = await callServer({ ...caller, withinMs: options.withinMs }, procedure, input);
    note(door, answer);
    return answer;
  };
  const notMade = async (): Promise<Wanted[]> => {
    const made = await namesMade(services);
    return wanted.filter(({ name }) => !made.has(name));
  };

  const pressOne = async (one: Wanted): Promise<void> => {
    // After no answer half of them press the same form again; the others open a new one.
    const requestId = forms.get(one.name) ?? randomUUID();
    const answer =
      one.scheduleId === null
        ? await pay(one, requestId)
        : await call("Process", "paymentSchedules.process", {
            requestId,
            scheduleId: one.scheduleId,
            amountCents: one.amountCents,
          });
    if (answer.kind === "nothing" && random.chance(0.5)) forms.set(one.name, requestId);
    else forms.delete(one.name);
  };
  const pay = async (one: Wanted, requestId: string): Promise<Answer> => {
    const input = await orderOf(services, one, requestId);
    return input === null
      ? { kind: "refused", message: "", confirm: null }
      : call(one.door, "payments.run", input);
  };
  const startList = async (due: readonly Wanted[]): Promise<void> => {
    const items = due
      .filter(() => random.chance(LISTED))
      .map(({ customer: { userId }, scheduleId, amountCents }) => ({ userId, scheduleId, amountCents }));
    if (items.length === 0) return;
    const kind = random.pick(BULK_PAYMENT_KINDS);
    const reviewed = reviewedDigest(items);
    await call(kind, "bulkJobs.startPayments", {
      requestId: randomUUID(),
      kind,
      version: 2,
      items,
      reviewed,
    });
  };

  return {
    notMade,
    presses: () => presses,
    answers: () =>
      [...answers].map(([what, times]) => ({ what, times })).sort((one, other) => other.times - one.times),
    writeNotes: async (count) => {
      const write = async () => {
        const { userId } = random.pick(wanted).customer;
        const input = { requestId: randomUUID(), userId, note: "A note of the storm" };
        await call("A note", "notes.create", input);
      };
      await Promise.all(Array.from({ length: count }, write));
    },
    pressSome: async (share = 1) => {
      const known = new Set(wanted.slice(0, Math.ceil(share * wanted.length)));
      const open = new Set((await notMade()).filter((one) => known.has(one)));
      const pressed = [...known].filter((one) =>
        random.chance(open.has(one) ? PRESSED : one.scheduleId === null ? 0 : PRESSED_THOUGH_MADE),
      );
      const due = [...open].filter(({ scheduleId }) => scheduleId !== null);
      const atDoors = pressed.map((one) => () => pressOne(one));
      if (due.length > 0 && random.chance(LIST_CHANCE)) atDoors.push(() => startList(due));
      if (due.length > 0 && random.chance(LIST_CHANCE))
        atDoors.push(async () => {
          await call("AUTOMATION", "automation.run", { requestId: randomUUID() });
        });
      const queue = shuffled(atDoors, random);
      const work = async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) await next();
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    },
  };
}

async function namesMade({ db }: Pick<Services, "db">): Promise<Set<string>> {
  const intents = await db.read.paymentIntent.findMany({
    where: { kind: { not: "MANUAL" } },
    select: { userId: true, kind: true, scheduleId: true, state: true },
  });
  return new Set(
    intents.filter(({ state }) => isPaid(state) || MADE.includes(state)).map((intent) => wantedName(intent)),
  );
}

/** An order as the payment page sends it; null for a refund whose sale is not there yet. */
async function orderOf({ db }: Pick<Services, "db">, one: Wanted, requestId: string): Promise<object | null> {
  const { door, customer, amountCents, sale } = one;
  if (door === "SCHEDULE") return null;
  const isCard = (CARD_MODES as readonly string[]).includes(door);
  const parent =
    sale &&
    (await db.read.paymentIntent.findFirst({
      where: { userId: customer.userId, kind: "SALE", state: "SUCCEEDED" },
      select: { id: true },
    }));
  if (sale !== null && parent === null) return null;
  const isFunding = door === "FUND" || door === "CREDIT";
  return {
    requestId,
    userId: customer.userId,
    mode: door,
    instrumentId: isCard ? customer.cardId : customer.accountId,
    amount: isFunding ? amountCents : (amountCents / 100).toFixed(2),
    parentId: parent?.id ?? null,
    isExternal: false,
    passcode: needsPasscode(door) ? PASSCODE : "",
    confirmed: { balance: false, funded: false },
  };
}

/** Without what is another one in each answer: amounts, numbers, names of things. */
function wordsOf(answer: Answer): string {
  if (answer.kind === "nothing") return `was not answered: ${answer.message}`;
  if (answer.kind === "refused") return `was refused: ${withoutFigures(answer.message)}`;
  const { state, message } = answer.data as { state?: string; message?: string };
  return state === undefined ? "was started" : `was answered ${state}: ${withoutFigures(message ?? "")}`;
}

const withoutFigures = (text: string): string => text.replaceAll(/[$•\d][\d.,•:/ -]*\d|\d+/g, "…");

const shuffled = <Item>(items: readonly Item[], random: Random): Item[] =>
  items
    .map((item) => ({ item, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
