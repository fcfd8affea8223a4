import { createHash, randomUUID } from "node:crypto";
import { createRandom } from "@countinghouse/db/seed/random";
import { addDays } from "@countinghouse/validators/new-york";
import { canonicalJson } from "../../canonical-json.ts";
import { linkChains } from "../../chain/chains.ts";
import { checkDrift } from "../../drift/check.ts";
import type { RouterOutputs } from "../../index.ts";
import { pollInstitutions } from "../../institutions/poll.ts";
import { findDriftedBalances } from "../../ledger/balances.ts";
import { payOut } from "../customers.ts";
import type { TestApi } from "../harness.ts";
import { order, type Payable, payableCustomer, run } from "../payable.ts";
import { readSchedules, toProcess } from "../schedules.ts";
import { type DayWorld, openDayWorld } from "./world.ts";

export interface DayPlan {
  /** Customers with an instalment that is due, and how many of their debits come back. */
  customers: number;
  returns: number;
  seed: number;
  /** Told what happens as it does. */
  say: (line: string) => void;
}

export interface DayEnd {
  /** Of what every customer owes, has paid and by which payments, and of what staff did: the same for the same plan. */
  digest: string;
  /** What still waits for a person. */
  waiting: number;
  /** What does not agree, in a sentence each. */
  differences: string[];
  /** How many items staff ended, by kind. */
  ended: Record<string, number>;
}

type Item = RouterOutputs["work"]["list"]["items"][number];

const FRIDAY = "2026-11-20";
const OWED_CENTS = 50_000;
const BANK = "ins_3";
const AT_ONCE = 6;
/** Until then every debit has settled or come back, and no report is late. */
const LAST_DAY = "2026-12-04";

/**
 * "NSF Friday": instalments are collected, debits come back for want of funds, a bank is down at the cut-off, two sales are
 * disputed and of a payout nobody knows what became of it; staff see to all of it from Today, and the days are signed off.
 */
export async function playNsfFriday(api: TestApi, plan: DayPlan): Promise<DayEnd> {
  const world = await openDayWorld(api);
  try {
    return await playIn(world, plan);
  } finally {
    await world.close();
  }
}

async function playIn(world: DayWorld, { customers: count, returns, seed, say }: DayPlan): Promise<DayEnd> {
  const { api } = world;
  const random = createRandom(seed);
  const due: Payable[] = [];
  for (let nth = 0; nth < count; nth++) {
    const customer = await payableCustomer(api, { owesCents: OWED_CENTS });
    await addInstalment(api, customer, random.int(50, 400) * 100);
    due.push(customer);
  }
  const [first, second, paidOut] = await Promise.all([0, 1, 2].map(() => payableCustomer(api)));
  if (!first || !second || !paidOut) throw new Error("Three more customers are needed.");
  const everybody = [...due, first, second, paidOut];
  say(`Friday, ${FRIDAY}: ${count} instalments are collected`);
  await eachAtOnce(due, (customer) => collect(world, customer));
  const disputed = [first, second];
  for (const customer of disputed) await run(api, order(customer, "SALE"));
  say("A payout is not answered");
  world.delivery.sandbox.faults.add({
    provider: "tabapay",
    kind: "timeoutAfterEffect",
    method: "POST",
    path: "/transactions",
  });
  world.hurryCards(true);
  await run(api, order(paidOut, "FUND"));
  world.hurryCards(false);
  for (const customer of disputed)
    await world.control("tabapay/chargeback", { referenceID: await readKey(api, customer.userId, "SALE") });
  world.goTo("2026-11-20T22:50:00Z");
  say("Ten minutes before the cut-off the bank is down");
  await world.control(`plaid/institutions/${BANK}`, { status: "DOWN" });
  await pollInstitutions(api.services);
  const desk = createDesk(world, disputed);
  await desk.see(["INSTITUTION_DOWN", "UNKNOWN_OUTCOME"], say);
  world.goTo("2026-11-20T23:30:00Z");
  await world.control(`plaid/institutions/${BANK}`, { status: "HEALTHY" });
  await settle(world);
  nightsUntil(world, "2026-11-23");
  const chosen = pick(random, due, returns);
  say(`Monday: ${chosen.length} come back for want of funds, and two sales are disputed`);
  for (const { userId } of chosen)
    await world.control("payliance/notice", {
      uniqueTranId: await readKey(api, userId, "DEBIT"),
      code: "R01",
    });
  await settle(world);
  await desk.clear(say);
  for (let day = "2026-11-24"; day <= LAST_DAY; day = addDays(day, 1)) {
    nightsUntil(world, day);
    await settle(world);
    await desk.clear(say);
  }
  await signDays(world, say);
  return end(world, everybody, desk.ended);
}

async function addInstalment(api: TestApi, { userId, applicationId }: Payable, amountCents: number) {
  await payOut(api, applicationId);
  const data = { userId, applicationId, paymentDate: new Date(FRIDAY), amountCents };
  await api.database.unsafeTransaction((tx) => tx.paymentSchedule.create({ data }));
}

async function collect({ api }: DayWorld, { userId }: Pick<Payable, "userId">): Promise<void> {
  const [row] = await readSchedules(api, userId);
  await (await api.as("EMPLOYEE")).paymentSchedules.process(toProcess(row));
}

/** By which name the processor knows the newest payment of a kind of a customer. */
async function readKey(api: TestApi, userId: number, kind: "SALE" | "DEBIT"): Promise<string> {
  const { providerKey } = await api.database.read.paymentAttempt.findFirstOrThrow({
    where: { intent: { userId, kind } },
    orderBy: { id: "desc" },
    select: { providerKey: true },
  });
  return providerKey;
}

/** What the workers of the product do until nothing is due. */
async function settle({ api, delivery }: DayWorld): Promise<void> {
  const { payments } = api.services;
  await payments.pullReports();
  await payments.drain();
  await pollInstitutions(api.services);
  await delivery.drain();
  await linkChains(api.services);
}

/** Goes on to ten in the morning of a day. */
function nightsUntil(world: DayWorld, day: string): void {
  const moment = new Date(`${day}T15:00:00Z`);
  if (moment > world.api.clock.now()) world.goTo(moment.toISOString());
}

/** Staff at work: they open what matters most, do what can be done right there, and end what is left with a reason. */
function createDesk(world: DayWorld, disputed: readonly Payable[]) {
  const { api } = world;
  const ended: Record<string, number> = {};
  const count = (kind: string) => {
    ended[kind] = (ended[kind] ?? 0) + 1;
  };
  const open = async (): Promise<Item[]> => (await (await api.as("EMPLOYEE")).work.list({})).items;
  const finish = async ({ kind, key }: Item, reason: string) => {
    const { work } = await api.as("EMPLOYEE");
    await work.finish({ kind, key, reason, requestId: randomUUID() });
  };
  const seeTo = async (item: Item): Promise<void> => {
    const { work } = await api.as("EMPLOYEE");
    const { kind, key, userId } = item;
    await work.hold({ kind, key, requestId: randomUUID() });
    count(kind);
    switch (kind) {
      case "FAILED_PAYMENT":
        return collect(world, { userId: userId ?? 0 });
      case "UNKNOWN_OUTCOME":
        // Nobody repeats it: the processor is asked once it can not be doing it any more.
        api.clock.advance({ minutes: 10 });
        await settle(world);
        return;
      case "CHARGEBACK":
        if (userId === disputed[0]?.userId)
          await world.control("tabapay/chargeback", {
            referenceID: await readKey(api, userId, "SALE"),
            type: "CHARGEBACK REVERSAL",
          });
        return finish(item, "The evidence was sent to the processor.");
      case "INSTITUTION_DOWN":
        return finish(item, "Seen: debits of its customers go with the next file.");
      default:
        return finish(item, "Seen to.");
    }
  };
  const seeAll = async (items: readonly Item[]) => {
    for (const item of items) await seeTo(item);
    await world.delivery.drain();
  };
  return {
    ended,
    see: async (kinds: readonly Item["kind"][], say: DayPlan["say"]) => {
      const items = (await open()).filter(({ kind }) => kinds.includes(kind));
      say(`  Today: ${items.map(({ said }) => said).join(" | ")}`);
      await seeAll(items);
    },
    clear: async (say: DayPlan["say"]) => {
      for (let items = await open(); items.length > 0; items = await open()) {
        say(`  Today: ${items.length} to see to`);
        await seeAll(items);
      }
    },
  };
}

/** Compares each day that moved something, accepts nothing, and signs it off. */
async function signDays({ api }: DayWorld, say: DayPlan["say"]): Promise<void> {
  const { reconciledDays } = await api.as("ADMIN");
  for (const day of await movedDays(api)) {
    const { breaks } = await reconciledDays.run({ day, requestId: randomUUID() });
    if (breaks > 0) {
      const { breaks: left } = await reconciledDays.day({ day });
      throw new Error(`${day} does not agree: ${left.map(({ cause, ref }) => `${cause} ${ref}`).join(", ")}`);
    }
    await reconciledDays.sign({ day, requestId: randomUUID() });
    say(`${day} is signed off`);
  }
}

async function movedDays(api: TestApi): Promise<string[]> {
  const { rows } = await api.database.pool.query<{ day: string }>(
    `SELECT DISTINCT (coalesce(finished_at, sent_at) AT TIME ZONE 'America/New_York')::date::text AS day
     FROM payment_attempt WHERE sent_at IS NOT NULL ORDER BY day`,
  );
  return rows.map(({ day }) => day);
}

async function end(
  world: DayWorld,
  customers: readonly Payable[],
  ended: Record<string, number>,
): Promise<DayEnd> {
  const { api } = world;
  const differences: string[] = [];
  const { counts } = await (await api.as("EMPLOYEE")).work.list({});
  for (const { userId } of await findDriftedBalances(api.database.read))
    differences.push(`The balance of user ${userId} is not its ledger's.`);
  const drift = await checkDrift(api.services);
  if (drift.found > 0) differences.push(`${drift.found} things outside are not as they are meant.`);
  differences.push(...drift.unanswered);
  const states: unknown[] = [];
  for (const { userId } of customers) states.push(await readState(api, userId));
  return {
    digest: createHash("sha256").update(canonicalJson({ states, ended })).digest("hex"),
    waiting: counts.team,
    differences,
    ended,
  };
}

/** What is to be the same in each play, and nothing that is made up anew each time. */
async function readState(api: TestApi, userId: number) {
  const { read } = api.database;
  const [balance, schedules, intents] = await Promise.all([
    read.userBalance.findUnique({ where: { userId }, select: { balanceCents: true } }),
    read.paymentSchedule.findMany({
      where: { userId },
      orderBy: { id: "asc" },
      select: { status: true, amountCents: true, paidCents: true },
    }),
    read.paymentIntent.findMany({
      where: { userId },
      orderBy: { id: "asc" },
      select: { kind: true, state: true, amountCents: true },
    }),
  ]);
  const cents = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]),
    );
  return {
    balanceCents: Number(balance?.balanceCents ?? 0),
    schedules: schedules.map(cents),
    intents: intents.map(cents),
  };
}

function pick<Of>(
  random: { int(from: number, to: number): number },
  items: readonly Of[],
  count: number,
): Of[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, items.length) }, () =>
    left.splice(random.int(0, left.length - 1), 1),
  ).flat();
}

async function eachAtOnce<Of>(items: readonly Of[], work: (item: Of) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
