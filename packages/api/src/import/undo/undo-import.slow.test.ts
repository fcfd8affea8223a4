import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { payment, record } from "../../testing/payments.ts";
import { setUpUndoDesk } from "../../testing/undo-desk.ts";

const desk = setUpUndoDesk();

const readReasons = async (runId: string) =>
  (
    await desk.api.database.read.importCustomer.findMany({
      where: { runId, reason: { not: "" } },
      orderBy: { userId: "asc" },
    })
  ).map(({ reason }) => reason);

const readId = async (key: string) =>
  (await desk.api.database.read.user.findUniqueOrThrow({ where: { importKey: key } })).id;

const BOOK = {
  users: "Customer ID,Name,Email,Balance\nA,Ana Diaz,ana@example.com,700\nB,Ben Hu,ben@example.com,\n",
  applications:
    "Loan ID,Customer ID,Stage,Approved Amount,Payback Amount,Date Funded\nL1,A,funded,1000,1200,9/1/2026\n",
  schedules: "Loan ID,Due Date,Amount Due\nL1,9/8/2026,700\nL1,12/8/2026,500\n",
  payments:
    "Transaction ID,Customer ID,Date,Amount,Status\nT1,A,9/8/2026,500,paid\nT2,A,9/9/2026,400,returned\n",
  accounts: "Customer ID,Bank,Routing Number,Account Number,Primary\nA,First,021000021,000123456789,yes\n",
  cards: "Customer ID,Token,Last 4,Expiry,Primary\nA,tok_1,4242,08/27,yes\n",
  notes: "Note ID,Customer ID,Date,Note\nN1,A,9/9/2026,Called\nN2,B,9/9/2026,Wrote\n",
  remarks: "Customer ID,Remark Date,Category,Note\nA,2026-09-01,Charge-off,Years ago\n",
};

const forSource = (source: string) => ({
  ...BOOK,
  users: BOOK.users.replaceAll("@", `@${source}.`),
  cards: BOOK.cards.replace("tok_1", `tok_${source}`),
});

describe("a customer with whom something was done since", () => {
  const superadmin = () => desk.api.as("SUPERADMIN");
  const firstNote = (userId: number) =>
    desk.api.database.read.note.findFirstOrThrow({ where: { userId }, select: { id: true } });

  it.each<[string, RegExp, (userId: number) => Promise<unknown>]>([
    ["a payment", /payment/, (userId) => record(desk.api, payment(userId))],
    [
      "a note",
      /note/,
      async (userId) => (await superadmin()).notes.create({ requestId: randomUUID(), userId, note: "Hello" }),
    ],
    [
      "an imported note that was deleted",
      /^touched since: notes\.delete$/,
      async (userId) => {
        const { id } = await firstNote(userId);
        return (await superadmin()).notes.delete({ requestId: randomUUID(), id });
      },
    ],
    [
      "a remark",
      /remark|touched/,
      async (userId) =>
        (await superadmin()).remarks.add({
          requestId: randomUUID(),
          userId,
          category: "Bankruptcy",
          note: "x",
          remarkDate: "2026-11-01",
        }),
    ],
    [
      "a flag",
      /changed since|setFlag/,
      async (userId) =>
        (await superadmin()).users.setFlag({
          requestId: randomUUID(),
          userId,
          flag: "runPaymentAutomation",
          on: false,
          version: 1,
        }),
    ],
    [
      "a payment date that was moved",
      /^touched since: paymentSchedules\.move$/,
      async (userId) => {
        const { id, version } = await desk.api.database.read.paymentSchedule.findFirstOrThrow({
          where: { userId, paymentDate: new Date("2026-12-08") },
        });
        const input = { requestId: randomUUID(), id, version, paymentDate: "2026-12-09" };
        return (await superadmin()).paymentSchedules.move(input);
      },
    ],
    [
      "a promise to pay",
      /promise/,
      async (userId) =>
        (await superadmin()).promises.record({
          requestId: randomUUID(),
          userId,
          amountCents: 100,
          dueOn: "2026-12-01",
        }),
    ],
  ])("is kept whole after %s, with the reason, and the others go", async (name, reason, touch) => {
    const source = `t${name.replaceAll(/\W/g, "")}`;
    const runId = await desk.bring(forSource(source), source);
    const userId = await readId(`${source}:A`);
    await touch(userId);
    const intents = await desk.api.database.read.paymentIntent.count({ where: { userId } });
    expect(await desk.undo(runId, true)).toMatchObject({ customers: 1, kept: 1, notes: 1 });
    expect(await desk.undo(runId)).toMatchObject({ customers: 1, kept: 1, notes: 1, payments: 0 });
    expect(await readReasons(runId)).toEqual([expect.stringMatching(reason)]);
    expect(await desk.api.database.read.paymentIntent.count({ where: { userId } })).toBe(intents);
    expect(await desk.api.database.read.user.count({ where: { importKey: `${source}:B` } })).toBe(0);
    await desk.expectSoundBooks();
  });

  it("is undone all the same where somebody has only looked", async () => {
    const runId = await desk.bring(forSource("looked"), "looked");
    const userId = await readId("looked:A");
    const admin = await superadmin();
    await admin.users.get({ id: userId });
    expect(await desk.undo(runId)).toMatchObject({ customers: 2, kept: 0 });
  });
});

describe("customers who were there before", () => {
  it("become what they were: what was completed is empty again, what was changed is as it stood, the book that was brought is gone", async () => {
    const first = await desk.bring(
      { users: "Customer ID,Name,Email,City,SSN\nA,Ana Diaz,ana@before.example,Helena,512345678\n" },
      "before",
    );
    const userId = await readId("before:A");
    const stood = await desk.api.database.read.user.findUniqueOrThrow({ where: { id: userId } });
    const second = await desk.bring(
      {
        ...BOOK,
        users: "Customer ID,Name,City,Zip,SSN,Balance\nA,Ana Diaz,Butte,59718,512345679,700\nB,Ben Hu,,,,\n",
        cards: BOOK.cards.replace("tok_1", "tok_before"),
      },
      "before",
      { update: true },
    );
    expect(await desk.api.database.read.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
      city: "Butte",
      zipcode: "59718",
      ssnLast4: "5679",
    });
    expect(await desk.undo(first, true)).toMatchObject({ customers: 0, kept: 1 });
    expect(await readReasons(first)).toEqual([
      "another import has brought something since: undo that one first",
    ]);
    expect(await desk.undo(second)).toMatchObject({
      customers: 1,
      completed: 1,
      applications: 1,
      payments: 2,
      accounts: 1,
      cards: 1,
      notes: 2,
      remarks: 1,
      kept: 0,
    });
    const {
      ssnSealed,
      version,
      updatedAt: _at,
      ...after
    } = await desk.api.database.read.user.findUniqueOrThrow({
      where: { id: userId },
    });
    const { ssnSealed: _sealed, version: _version, updatedAt: _then, ...former } = stood;
    expect(after).toEqual(former);
    expect(version).toBe(3);
    expect(
      desk.api.vault.open(
        { table: "users", column: "ssn_sealed", rowId: userId },
        ssnSealed ?? new Uint8Array(),
      ),
    ).toBe("512345678");
    const { balanceCents } = await desk.api.database.read.userBalance.findUniqueOrThrow({
      where: { userId },
    });
    expect(balanceCents).toBe(0n);
    expect(await desk.api.database.read.application.count({ where: { userId } })).toBe(0);
    await desk.expectSoundBooks();
    expect(await desk.undo(first)).toMatchObject({ customers: 1, kept: 0 });
    expect(await desk.api.database.read.user.count({ where: { id: userId } })).toBe(0);
    await desk.expectSoundBooks();
  });
});

describe("the database", () => {
  it("deletes no payment whose money was not taken back, and no instalment that one has paid", async () => {
    await desk.bring(forSource("guard"), "guard");
    const userId = await readId("guard:A");
    const refused = (statement: string) =>
      expect(desk.api.database.pool.query(statement)).rejects.toMatchObject({ code: "23001" });
    await refused(`DELETE FROM payment_schedule WHERE user_id = ${userId}`);
    for (const table of ["manual_payment", "payment_attempt"])
      await desk.api.database.pool.query(
        `DELETE FROM ${table} WHERE intent_id IN (SELECT id FROM payment_intent WHERE user_id = ${userId})`,
      );
    await refused(`DELETE FROM payment_intent WHERE user_id = ${userId}`);
  });

  it("posts nothing for a payment that is not there, and allocates to no such instalment", async () => {
    const none = { code: "23503" };
    await expect(
      desk.api.database.pool.query(
        `INSERT INTO ledger_transaction (id, intent_id, kind, effective_on) VALUES ('${randomUUID()}', '${randomUUID()}', 'x', now())`,
      ),
    ).rejects.toMatchObject(none);
    await expect(
      desk.api.database.pool.query(
        `INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
         SELECT t.id, t.intent_id, 2000000000, 1 FROM ledger_transaction t WHERE EXISTS (SELECT FROM payment_intent i WHERE i.id = t.intent_id) LIMIT 1`,
      ),
    ).rejects.toMatchObject(none);
  });
});
