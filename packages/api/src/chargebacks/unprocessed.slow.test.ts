import { randomUUID } from "node:crypto";
import type { CardException } from "@countinghouse/providers/cards/port";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run } from "../testing/payable.ts";
import { readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn, cardException } from "../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api, processors } = await openPayments({
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"],
    passcodes: true,
  }));
});
afterAll(() => api.close());
afterEach(() =>
  api.database.unsafeTransaction((tx) =>
    tx.processorEvent.updateMany({
      where: { stage: { not: null }, deletedAt: null },
      data: { deletedAt: api.clock.now() },
    }),
  ),
);

const tell = async (what: Parameters<TestProcessors["report"]>[0]) => {
  processors.report({ returns: [], settlements: [], exceptions: [], ...what });
  return api.services.payments.pullReports();
};

/** A chargeback of a payment that nobody here knows; returns the key that the payment has. */
async function strange(changed: Partial<CardException> = {}): Promise<string> {
  const key = randomUUID().slice(0, 15);
  await tell({ exceptions: [cardException(key, { day: newYorkDate(api.clock.now()), ...changed })] });
  return key;
}

/** Makes a sale that went through under this key: what was strange is known now. */
async function sold(key: string): Promise<{ userId: number; paymentId: string }> {
  const { userId, ...customer } = await payableCustomer(api);
  const { paymentId } = await run(api, order({ userId, ...customer }, "SALE"));
  await api.database.unsafeTransaction((tx) =>
    tx.paymentAttempt.updateMany({ where: { intentId: paymentId }, data: { providerKey: key } }),
  );
  return { userId, paymentId };
}

const listed = async (role: Role = "VIEWER") => {
  const { unprocessedReturns, unprocessedChargebacks, ...rest } = await (
    await api.as(role)
  ).chargebacks.unprocessed();
  return { rows: [...unprocessedReturns, ...unprocessedChargebacks], ...rest };
};
const only = async () => {
  const [row, ...others] = (await listed()).rows;
  if (row === undefined || others.length > 0) throw new Error(`${others.length + 1} rows are listed.`);
  return row;
};

interface Press {
  requestId?: string;
  role?: Role;
  readAt?: Date;
}

const retry = async ({ requestId = randomUUID(), role = "ADMIN", readAt = api.clock.now() }: Press = {}) =>
  (await api.as(role)).chargebacks.retryUnprocessed({ requestId, readAt });

const remove = async (ids: { ach?: string[]; card?: string[] }) =>
  (await api.as("ADMIN")).chargebacks.deleteUnprocessed({
    requestId: randomUUID(),
    achReturnIds: ids.ach ?? [],
    cardChargebackIds: ids.card ?? [],
  });

const soon = () => api.clock.advance({ seconds: 1 });

describe("the queue", () => {
  it("holds what could not be applied, with the step and the reason, returns and chargebacks apart", async () => {
    const known = await payableCustomer(api);
    await run(api, order(known, "DEBIT"));
    const key = processors.books.at(-1)?.key ?? "";
    await tell({
      returns: [achReturn(key, { amountCents: 999, returnedCents: 999 }), achReturn("strange")],
      exceptions: [cardException("nobodys"), cardException("odd", { code: "constructor" })],
    });
    const queue = await (await api.as("VIEWER")).chargebacks.unprocessed();
    expect(queue).toMatchObject({ total: 4, readAt: api.clock.now() });
    const ofCards = queue.unprocessedChargebacks.toSorted((one, other) => one.code.localeCompare(other.code));
    expect(ofCards).toMatchObject([
      {
        userId: null,
        uniqueRef: "nobodys",
        name: "Ana Diaz",
        amountCents: -1000,
        transactionType: "CARD",
        cardNumber: "4242",
        code: "10.4",
        stage: "MATCH",
        errorMessage: "No matching payment found.",
        reprocessingAttempts: 0,
      },
      { code: "constructor", meaning: "" },
    ]);
    const returns = queue.unprocessedReturns.toSorted((one, other) => one.amountCents - other.amountCents);
    expect(returns).toMatchObject([
      { userId: null, uniqueRef: "strange", transactionType: "ACH", stage: "MATCH" },
      {
        userId: known.userId,
        name: "Maria Delgado",
        stage: "AMOUNT",
        errorMessage: "The processor's amount does not match our payment.",
      },
    ]);
  });

  it("holds what the ledger refused, and all other reports are taken in", async () => {
    const { userId, paymentId } = await sold(randomUUID());
    const other = await sold(randomUUID());
    const readKey = async (intentId: string) =>
      (await api.database.read.paymentAttempt.findFirstOrThrow({ where: { intentId } })).providerKey;
    const [bad, good] = [await readKey(paymentId), await readKey(other.paymentId)];
    await api.asOwner(
      `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.intent_id = '${paymentId}' THEN RAISE EXCEPTION 'no more entries'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER refuse_one BEFORE INSERT ON ledger_transaction FOR EACH ROW EXECUTE FUNCTION refuse_one()`,
    );
    expect(await tell({ exceptions: [cardException(bad), cardException(good)] })).toMatchObject({
      applied: 1,
      problems: 1,
      failed: 0,
    });
    expect(await only()).toMatchObject({
      userId,
      stage: "LEDGER",
      errorMessage: expect.stringMatching(/ledger/),
    });
    expect((await readBalances(api, userId)).cachedCents).toBe(49_000);
    await api.asOwner("DROP TRIGGER refuse_one ON ledger_transaction; DROP FUNCTION refuse_one");
    soon();
    expect(await retry()).toEqual({ tried: 1, applied: 1 });
    expect((await readBalances(api, userId)).cachedCents).toBe(50_000);
  });

  it("is not made longer, nor tried, by what is told again", async () => {
    const key = await strange();
    expect(await tell({ exceptions: [cardException(key)] })).toEqual({ applied: 0, problems: 0, failed: 0 });
    await sold(key);
    expect(await tell({ exceptions: [cardException(key)] })).toMatchObject({ applied: 0 });
    expect(await only()).toMatchObject({ reprocessingAttempts: 0 });
  });
});

describe("a worker", () => {
  it("tries a report again after a minute, and applies it once its payment is known", async () => {
    const key = await strange();
    const { userId } = await sold(key);
    expect(await api.services.payments.retryReports()).toEqual({ applied: 0, left: 0 });
    api.clock.advance({ minutes: 1 });
    const twoWorkers = [api.services.payments.retryReports(), api.services.payments.retryReports()];
    const applied = (await Promise.all(twoWorkers)).reduce((sum, each) => sum + each.applied, 0);
    expect(applied).toBe(1);
    expect((await readBalances(api, userId)).cachedCents).toBe(50_000);
    expect((await listed()).total).toBe(0);
    const { chargebacks } = await (await api.as("VIEWER")).chargebacks.list({});
    expect(chargebacks.find(({ uniqueRef }) => uniqueRef === key)).toMatchObject({ reprocessingAttempts: 1 });
  });

  it("stops after five retries; by hand it is tried further, and that is counted", async () => {
    await strange();
    for (let days = 0; days < 5; days += 0.5) {
      api.clock.advance({ hours: 12 });
      await api.services.payments.retryReports();
    }
    expect(await only()).toMatchObject({ reprocessingAttempts: 5, stage: "MATCH" });
    soon();
    expect(await retry()).toEqual({ tried: 1, applied: 0 });
    expect(await only()).toMatchObject({ reprocessingAttempts: 6 });
  });

  it("goes on with what a process that died had taken", async () => {
    const key = await strange();
    const { userId } = await sold(key);
    await api.database.unsafeTransaction((tx) =>
      tx.processorEvent.updateMany({ where: { paymentKey: key }, data: { stage: "RETRY", attempts: 1 } }),
    );
    expect(await api.services.payments.retryReports()).toEqual({ applied: 1, left: 0 });
    expect((await readBalances(api, userId)).cachedCents).toBe(50_000);
  });
});

describe("Retry All Unprocessed Chargebacks", () => {
  it("applies what can be applied by now, and leaves the rest with one attempt more", async () => {
    await strange();
    const { userId } = await sold(await strange());
    soon();
    expect(await retry()).toEqual({ tried: 2, applied: 1 });
    expect((await readBalances(api, userId)).cachedCents).toBe(50_000);
    expect(await only()).toMatchObject({ reprocessingAttempts: 1, stage: "MATCH" });
  });

  it("pressed on two pages at once, or once more on a page read before, tries each row once", async () => {
    await strange();
    await strange();
    const { readAt } = await listed();
    soon();
    const pressed = await Promise.all([retry({ readAt }), retry({ readAt, role: "SUPERADMIN" })]);
    expect(pressed.reduce((sum, { tried }) => sum + tried, 0)).toBe(2);
    expect(await retry({ readAt })).toEqual({ tried: 0, applied: 0 });
    expect((await listed()).rows.map(({ reprocessingAttempts }) => reprocessingAttempts)).toEqual([1, 1]);
  });

  it("sent again is answered alike and tries nothing; with another list it is refused", async () => {
    await strange();
    soon();
    const press = { requestId: randomUUID(), readAt: api.clock.now() };
    expect(await retry(press)).toEqual({ tried: 1, applied: 0 });
    expect(await retry(press)).toEqual({ tried: 1, applied: 0 });
    await expectRefusal(retry({ ...press, readAt: new Date(0) }), "CONFLICT");
    expect(await only()).toMatchObject({ reprocessingAttempts: 1 });
  });
});

describe("Delete Selected", () => {
  it("takes the rows out of sight and keeps them; they are tried no more, also when told again", async () => {
    const key = await strange();
    const { id } = await only();
    expect(await remove({ card: [id] })).toEqual({ deleted: 1 });
    expect((await listed()).total).toBe(0);
    const { userId } = await sold(key);
    api.clock.advance({ hours: 1 });
    await tell({ exceptions: [cardException(key)] });
    await api.services.payments.retryReports();
    expect(await retry()).toEqual({ tried: 0, applied: 0 });
    expect((await readBalances(api, userId)).cachedCents).toBe(49_000);
    const kept = await api.database.read.processorEvent.findUniqueOrThrow({ where: { id } });
    expect(kept).toMatchObject({ deletedById: (await api.admin("ADMIN")).id, appliedAt: null });
  });

  it("takes none when one of them is gone, or stands in the wrong list", async () => {
    await strange();
    const { id } = await only();
    await expectRefusal(remove({ card: [id, randomUUID()] }), "CONFLICT", /Reload and select them again/);
    await expectRefusal(remove({ ach: [id] }), "CONFLICT");
    await expectRefusal(remove({}), "RULE", "Select at least one row.");
    expect((await listed()).total).toBe(1);
    await remove({ card: [id] });
    await expectRefusal(remove({ card: [id] }), "CONFLICT");
  });
});
