import { randomUUID } from "node:crypto";
import { FORBIDDING_DECLINES, FRAUD_CHARGEBACKS } from "@countinghouse/validators/debit-control/return-codes";
import { findReturnCode, MOST_REPRESENTMENTS } from "@countinghouse/validators/debit-control/rules";
import { STOPPING_CATEGORIES } from "@countinghouse/validators/remarks/rules";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkedAccount, withBanks } from "../testing/bulk.ts";
import { cameBack } from "../testing/came-back.ts";
import { collectionDoors } from "../testing/collection-doors.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer, withProcessors } from "../testing/payable.ts";
import { payEverything } from "../testing/schedules.ts";

/** How many histories are played at each door. */
const HISTORIES = Number(process.env.DEBIT_HISTORIES ?? 6);
const SEED = Number(process.env.DEBIT_SEED ?? 20_261_123);

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
  withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
});
afterAll(() => api.close());

const { customerWith, byAccount, byCard } = collectionDoors(() => api);
type Customer = Awaited<ReturnType<typeof customerWith>>;

/** What may happen to an account, and to whoever has it. */
type Event =
  /** A debit came back, of this customer, or of one who had linked the same number before. */
  | { what: "return"; code: string; isRcc: boolean; byStranger: boolean }
  /** What the bank corrected could not be applied. */
  | { what: "notice" }
  /** A sale was declined, or charged back, of this customer or of one who had put the same card on file. */
  | { what: "card"; code: string; isChargeback: boolean; byStranger: boolean }
  | { what: "cure"; cure: "authorisation" | "correction" }
  /** On this customer, or on a renewal of theirs. */
  | { what: "remark"; category: (typeof STOPPING_CATEGORIES)[number]; onRenewal: boolean }
  | { what: "endRemark" };

const ACH_CODES = ["R01", "R02", "R03", "R08", "R09", "R10", "R16", "R29"];
const RCC_CODES = ["A", "D", "Q"];

const ofPerson: fc.Arbitrary<Event>[] = [
  fc.record({
    what: fc.constant("remark" as const),
    category: fc.constantFrom(...STOPPING_CATEGORIES),
    onRenewal: fc.boolean(),
  }),
  fc.constant({ what: "endRemark" as const }),
];

const ofAccount: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    what: fc.constant("return" as const),
    code: fc.constantFrom(...ACH_CODES),
    isRcc: fc.constant(false),
    byStranger: fc.boolean(),
  }),
  fc.record({
    what: fc.constant("return" as const),
    code: fc.constantFrom(...RCC_CODES),
    isRcc: fc.constant(true),
    byStranger: fc.constant(false),
  }),
  fc.constant({ what: "notice" as const }),
  fc.record({
    what: fc.constant("cure" as const),
    cure: fc.constantFrom("authorisation" as const, "correction" as const),
  }),
  ...ofPerson,
);

const ofCard: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    what: fc.constant("card" as const),
    code: fc.constantFrom("05", "51", "41", "R1"),
    isChargeback: fc.constant(false),
    byStranger: fc.boolean(),
  }),
  fc.record({
    what: fc.constant("card" as const),
    code: fc.constantFrom("10.4", "4837", "13.1"),
    isChargeback: fc.constant(true),
    byStranger: fc.boolean(),
  }),
  fc.record({ what: fc.constant("cure" as const), cure: fc.constant("authorisation" as const) }),
  ...ofPerson,
);

const toHistories = (event: fc.Arbitrary<Event>) =>
  fc.sample(fc.array(event, { maxLength: 6 }), { numRuns: HISTORIES, seed: SEED });

/** What the dictionary says of a history, reckoned beside the rule: whether the account may be debited for its instalment. */
interface Model {
  /** Returns that nothing has lifted since, by what lifts them. */
  open: { retry: "never" | "authorisation" | "correction" }[];
  /** How often its amount came back for want of funds since its holder authorised debits last, for the instalment or without one. */
  unfunded: number;
  remarks: number[];
}

const isForbidden = ({ open, unfunded, remarks }: Model): boolean =>
  open.length > 0 || unfunded > MOST_REPRESENTMENTS || remarks.length > 0;

async function play(customer: Customer, history: readonly Event[], only: "account" | "card"): Promise<Model> {
  const model: Model = { open: [], unfunded: 0, remarks: [] };
  const others: Others = { only, stranger: null, renewal: null };
  for (const [nth, each] of history.entries()) await happen(customer, model, each, 20 - nth, others);
  return model;
}

interface Others {
  only: "account" | "card";
  stranger: Awaited<ReturnType<typeof payableCustomer>> | null;
  renewal: number | null;
}

async function happen(customer: Customer, model: Model, each: Event, daysAgo: number, others: Others) {
  switch (each.what) {
    case "return":
      return comeBack(customer, model, each, daysAgo, others);
    case "notice":
      return notice(customer, model, daysAgo);
    case "card":
      return cardTrouble(customer, model, each, daysAgo, others);
    case "cure":
      return cure(customer, model, each.cure, daysAgo, others.only);
    case "remark":
      return remark(customer, model, each, others);
    default:
      return endRemark(model);
  }
}

async function comeBack(
  customer: Customer,
  model: Model,
  { code, isRcc, byStranger }: Extract<Event, { what: "return" }>,
  daysAgo: number,
  others: Others,
) {
  const retry = findReturnCode(isRcc, code)?.retry;
  if (retry === "identical" && model.unfunded > MOST_REPRESENTMENTS) return; // The database refuses a third.
  if (byStranger) others.stranger ??= await sameNumber(customer);
  const kind = isRcc ? "RCC" : "DEBIT";
  if (byStranger && others.stranger !== null) await cameBack(api, others.stranger, { code, kind, daysAgo });
  else await cameBack(api, customer, { code, kind, daysAgo, scheduleId: customer.scheduleId });
  if (retry === "never" || retry === "authorisation" || retry === "correction") model.open.push({ retry });
  if (retry === "identical") model.unfunded++;
}

async function notice({ accountId }: Customer, model: Model, daysAgo: number) {
  const at = api.clock.in({ hours: -24 * daysAgo });
  const on = new Date(at.toISOString().slice(0, 10));
  const told = {
    provider: "payliance",
    eventKey: randomUUID(),
    kind: "NOTICE_OF_CHANGE",
    reference: "",
  } as const;
  await api.database.unsafeTransaction(async (tx) => {
    const event = await tx.processorEvent.create({
      data: {
        ...told,
        amountCents: 0,
        code: "C01",
        detail: {},
        happenedOn: on,
        receivedAt: at,
        appliedAt: at,
      },
    });
    const refused = { code: "C01", noticedOn: on, state: "REFUSED", why: "It can not be read." } as const;
    await tx.accountCorrection.create({ data: { eventId: event.id, accountId, at, ...refused } });
  });
  model.open.push({ retry: "correction" });
}

async function cardTrouble(
  customer: Customer,
  model: Model,
  { code, isChargeback, byStranger }: Extract<Event, { what: "card" }>,
  daysAgo: number,
  others: Others,
) {
  if (byStranger) others.stranger ??= await sameCard(customer);
  const whose = (byStranger ? others.stranger : null) ?? customer;
  await cameBack(api, whose, { code, kind: isChargeback ? "CHARGEBACK" : "SALE", daysAgo });
  if (isChargeback && FRAUD_CHARGEBACKS[code] !== undefined) model.open.push({ retry: "authorisation" });
  if (!isChargeback && FORBIDDING_DECLINES[code] !== undefined) model.open.push({ retry: "never" });
}

/** Taken by the server only where it lifts what forbids the debit. */
async function cure(
  customer: Customer,
  model: Model,
  kind: "authorisation" | "correction",
  daysAgo: number,
  only: "account" | "card",
) {
  const { debitControl } = await api.as("ADMIN");
  const taken = await debitControl
    .record({
      requestId: randomUUID(),
      userId: customer.userId,
      instrument: { kind: only, id: only === "account" ? customer.accountId : customer.cardId },
      cure: kind,
      obtainedOn: api.clock
        .in({ hours: -24 * daysAgo })
        .toISOString()
        .slice(0, 10),
      how: "Signed on paper.",
      fileId: null,
    })
    .then(
      () => true,
      () => false,
    );
  if (!taken) return;
  model.open = model.open.filter(({ retry }) => retry !== kind);
  if (kind === "authorisation") model.unfunded = 0;
}

async function remark(
  { userId }: Customer,
  model: Model,
  { category, onRenewal }: Extract<Event, { what: "remark" }>,
  others: Others,
) {
  if (onRenewal) others.renewal ??= await readRenewal(userId);
  const { remarks } = await api.as("EMPLOYEE");
  const { remarkId } = await remarks.add({
    requestId: randomUUID(),
    userId: onRenewal && others.renewal !== null ? others.renewal : userId,
    category,
    remarkDate: "2026-11-20",
    note: "By letter.",
  });
  model.remarks.push(remarkId);
}

async function endRemark(model: Model) {
  const remarkId = model.remarks.shift();
  if (remarkId === undefined) return;
  const { remarks } = await api.as("ADMIN");
  await remarks.end({ requestId: randomUUID(), remarkId, reason: "It is over." });
}

async function sameNumber({ accountId }: Customer) {
  const stranger = await payableCustomer(api);
  await api.database.unsafeTransaction(async (tx) => {
    const { numberIndex, routing } = await tx.bankAccount.findUniqueOrThrow({ where: { id: accountId } });
    await tx.bankAccount.update({ where: { id: stranger.accountId }, data: { numberIndex, routing } });
  });
  return stranger;
}

async function sameCard({ cardId }: Customer) {
  const stranger = await payableCustomer(api);
  await api.database.unsafeTransaction(async (tx) => {
    const { tokenIndex } = await tx.card.findUniqueOrThrow({ where: { id: cardId } });
    await tx.card.update({ where: { id: stranger.cardId }, data: { tokenIndex } });
  });
  return stranger;
}

async function readRenewal(userId: number): Promise<number> {
  const { id } = await api.user();
  await api.database.unsafeTransaction((tx) =>
    tx.user.update({ where: { id }, data: { refUserId: userId } }),
  );
  return id;
}

describe.each([
  ...byAccount.map(([door, take]) => ({
    door,
    take,
    only: "account" as const,
    histories: toHistories(ofAccount),
  })),
  ...byCard.map(([door, take]) => ({ door, take, only: "card" as const, histories: toHistories(ofCard) })),
])("$door by $only, over random histories", ({ take, only, histories }) => {
  it("lets through what the dictionary allows, and nothing that it forbids", async () => {
    for (const history of histories) {
      await payEverything(api);
      const customer = await customerWith(only);
      const model = await play(customer, history, only);
      const said = await take(customer);
      expect({ history, isRefused: said !== null, said }).toMatchObject({ isRefused: isForbidden(model) });
    }
  });
});
