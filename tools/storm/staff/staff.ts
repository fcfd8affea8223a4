import { randomUUID } from "node:crypto";
import type { Services } from "../../../packages/api/src/services.ts";
import type { Random } from "../../../packages/db/src/seed/random.ts";
import { BULK_PAYMENT_KINDS } from "../../../packages/validators/src/bulk-jobs/rules.ts";
import { isMoved, isUnknown, type PaymentState } from "../../../packages/validators/src/payments/states.ts";
import { whenUp } from "../books.ts";
import { type Answer, callServer } from "./call.ts";
import { type Form, fillForm } from "./form.ts";
import { type Wanted, wantedName } from "./wanted.ts";

/** Of the payments that are wanted and not shown as made, so many are pressed in one round, and of those that are made. */
const PRESSED = 0.3;
const PRESSED_THOUGH_MADE = 0.02;
const AT_ONCE = 12;
/** Lists of a bulk job hold this share of what is due. */
const LISTED = 0.5;
/** As many fit into the textarea. */
const MOST_LISTED = 500;
/** How often a list is started, or payment automation is run, in a round. */
const LIST_CHANCE = 0.35;

interface ReviewedRow {
  userId: number;
  balanceCents: number;
  newestPaymentId: string | null;
  reviewed: string;
}

export interface StaffOptions {
  services: Pick<Services, "db">;
  wanted: readonly Wanted[];
  random: Random;
  /** Where servers listen at this moment. */
  origins: () => readonly string[];
  /** The access token of one of those who may pay. */
  token: () => Promise<string>;
  /** How long anybody waits for an answer. */
  withinMs: number;
  /** Aborted when nothing is waited for any more. */
  signal: AbortSignal;
}

/** Calls a procedure under a request id of its own, as somebody who may do everything; noted under the name of the door. */
export type Press = (door: string, procedure: string, input: object) => Promise<Answer>;

export interface Staff {
  press: Press;
  /**
   * Presses some of what is wanted, of the first `share` of it, at every door; ends when all were answered or given up.
   */
  pressSome(share?: number): Promise<void>;
  /** Writes so many notes at once, on any customers. */
  writeNotes(count: number): Promise<void>;
  /** Of the first `share` of what is wanted, the payments that the console does not show as made. */
  notMade(share?: number): Promise<Wanted[]>;
  /** How many of these nobody is asking about: to be pressed on. */
  countToPress(share?: number): Promise<number>;
  /** How often each thing was answered, the most frequent first. */
  answers(): { what: string; times: number }[];
  presses(): number;
}

/** Staff who press again whenever they are let: whatever does not show as made is pressed once more. */
export function createStaff(options: StaffOptions): Staff {
  const { wanted, random, services } = options;
  const answers = new Map<string, number>();
  /** The form that is still open: pressed again, it is the same request. */
  const forms = new Map<string, Form>();
  let presses = 0;
  /** What the screens show, as soon as there is a database to show it. */
  const up = <T>(read: () => Promise<T>): Promise<T> => whenUp(read, options.signal);

  const note = (door: string, answer: Answer): void => {
    presses++;
    const what = `${door} ${describeAnswer(answer)}`;
    answers.set(what, (answers.get(what) ?? 0) + 1);
  };
  const ask = async (procedure: string, input: object): Promise<Answer> => {
    const caller = { origin: random.pick(options.origins()), token: await up(options.token) };
    return callServer({ ...caller, withinMs: options.withinMs }, procedure, input);
  };
  const call = async (door: string, procedure: string, input: object): Promise<Answer> => {
    const answer = await ask(procedure, input);
    note(door, answer);
    return answer;
  };
  const press: Press = (door, procedure, input) =>
    call(door, procedure, { requestId: randomUUID(), ...input });
  const takeFirst = (share: number): readonly Wanted[] => wanted.slice(0, Math.ceil(share * wanted.length));
  const notMade = async (share = 1): Promise<Wanted[]> => {
    const made = await up(() => namesShown(services, isMoved));
    return takeFirst(share).filter(({ name }) => !made.has(name));
  };

  const countToPress = async (share = 1): Promise<number> => {
    const asked = await up(() => namesShown(services, isUnknown));
    return (await notMade(share)).filter(({ name, sale }) => !asked.has(name) && !asked.has(sale?.name ?? ""))
      .length;
  };

  const pressOne = async (one: Wanted): Promise<void> => {
    // After no answer half of them press the same form again; the others open a new one.
    const form = forms.get(one.name) ?? (await up(() => fillForm(services, one)));
    if (form === null) return;
    const answer = await call(form.door, form.procedure, form.input);
    if (answer.kind === "nothing" && random.chance(0.5)) forms.set(one.name, form);
    else forms.delete(one.name);
  };
  /** As it is shown at the moment of the press, not when the round began. */
  const isMade = async ({ name, customer }: Wanted): Promise<boolean> =>
    (await up(() => namesShown(services, isMoved, customer.userId))).has(name);
  /** A list is started as it was reviewed, right before. */
  const startList = async (due: readonly Wanted[]): Promise<void> => {
    const kind = random.pick(BULK_PAYMENT_KINDS);
    const listed = new Map(
      due.filter(() => random.chance(LISTED)).map((one) => [one.customer.userId, one] as const),
    );
    const userIds = [...listed.keys()].slice(0, MOST_LISTED).join(" ");
    if (userIds === "") return;
    const review = await ask("bulkJobs.preview", { kind, version: 2, userIds });
    if (review.kind !== "done") return;
    const { rows } = review.data as { rows: ReviewedRow[] };
    const items = rows.flatMap(({ userId, balanceCents, newestPaymentId, reviewed }) => {
      const one = listed.get(userId);
      if (one === undefined) return [];
      const { scheduleId, amountCents } = one;
      return [{ userId, scheduleId, amountCents, seen: { balanceCents, newestPaymentId }, reviewed }];
    });
    await press(kind, "bulkJobs.startPayments", { kind, version: 2, items });
  };
  const runAutomation = async (): Promise<void> => {
    const preview = await ask("automation.preview", {});
    if (preview.kind !== "done") return;
    const { reviewed } = preview.data as { reviewed: string };
    await press("AUTOMATION", "automation.run", { reviewed });
  };

  return {
    press,
    notMade,
    countToPress,
    presses: () => presses,
    answers: () =>
      [...answers].map(([what, times]) => ({ what, times })).sort((one, other) => other.times - one.times),
    writeNotes: async (count) => {
      const write = async () => {
        const { userId } = random.pick(wanted).customer;
        await press("A note", "notes.create", { userId, note: "A note of the storm" });
      };
      await Promise.all(Array.from({ length: count }, write));
    },
    pressSome: async (share = 1) => {
      const open = new Set(await notMade(share));
      const pressed = takeFirst(share).filter((one) =>
        random.chance(open.has(one) ? PRESSED : one.scheduleId === null ? 0 : PRESSED_THOUGH_MADE),
      );
      const due = [...open].filter(({ scheduleId }) => scheduleId !== null);
      const atDoors = pressed.map((one) => async () => {
        if (open.has(one) && (await isMade(one))) return;
        await pressOne(one);
      });
      if (due.length > 0 && random.chance(LIST_CHANCE)) atDoors.push(() => startList(due));
      if (due.length > 0 && random.chance(LIST_CHANCE)) atDoors.push(runAutomation);
      const queue = shuffled(atDoors, random);
      const work = async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) await next();
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    },
  };
}

/** The names of what is shown in one of these ways, of everybody or of one customer. */
async function namesShown(
  { db }: Pick<Services, "db">,
  isShown: (state: PaymentState) => boolean,
  userId?: number,
): Promise<Set<string>> {
  const intents = await db.read.paymentIntent.findMany({
    where: { kind: { not: "MANUAL" }, ...(userId !== undefined && { userId }) },
    select: { userId: true, kind: true, scheduleId: true, state: true },
  });
  return new Set(intents.filter(({ state }) => isShown(state)).map((intent) => wantedName(intent)));
}

/** Without what is another one in each answer: amounts, numbers, names of things. */
function describeAnswer(answer: Answer): string {
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
