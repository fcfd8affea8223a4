import { createHash, randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { rowIdsIn, rowsIn } from "../testing/delivery.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { openReconciliation, type Reconciliation, SENT_ON } from "../testing/reconciliation.ts";
import { sumDirection } from "./certificate.ts";
import { runDaysNightly } from "./keep.ts";

let world: Reconciliation;
beforeAll(async () => {
  world = await openReconciliation();
});
beforeEach(async () => {
  world.reset();
  await world.api.asOwner(
    "TRUNCATE reconciliation_certificate, reconciliation_run, reconciliation_break CASCADE",
  );
});
afterAll(() => world.close());

const as = async (role: Role = "ADMIN") => (await world.api.as(role)).reconciledDays;
const run = async () => (await as()).run({ day: SENT_ON, requestId: randomUUID() });
const read = async () => (await as("VIEWER")).day({ day: SENT_ON });
const findBreak = async (paymentId: string) => {
  const found = (await read()).breaks.find((each) => each.paymentId === paymentId);
  if (!found) throw new Error("This payment is no break.");
  return found;
};
/** The two payments whose outcome nobody knows stand there on every day of this test: they are accepted first. */
const acceptOpen = async () => {
  for (const name of ["open funding", "open debit"] as const) {
    const { id } = await findBreak(world.of(name).paymentId);
    await (await as()).ignore({ breakId: id, reason: "Resolved on the next day.", requestId: randomUUID() });
  }
};
const waiting = async () => (await (await world.api.as("VIEWER")).work.list({ kind: "BREAK" })).items;
const sign = async () => (await as()).sign({ day: SENT_ON, requestId: randomUUID() });

it("a run is kept with what each system moved, and each payment that they do not have alike waits with its cause", async () => {
  world.lose("debit");
  expect(await run()).toMatchObject({ breaks: 3, open: 3 });
  const { run: kept, breaks } = await read();
  expect(kept).toMatchObject({ isWhole: true, by: "Test ADMIN" });
  expect(Object.fromEntries(breaks.map(({ paymentId, cause }) => [paymentId, cause]))).toEqual({
    [world.of("debit").paymentId]: "NOT_AT_PROCESSOR",
    [world.of("open funding").paymentId]: "OUTCOME_UNKNOWN",
    [world.of("open debit").paymentId]: "OUTCOME_UNKNOWN",
  });
  expect(await waiting()).toMatchObject([
    { key: SENT_ON, said: `3 payments of ${SENT_ON} stand otherwise in product, ledger sheet or processor.` },
  ]);
  expect(await (await as("VIEWER")).list()).toMatchObject([
    { day: SENT_ON, open: 3, resolved: 0, signedBy: null },
  ]);
});

it("what a later run does not find any more is gone, and the earlier run is kept as it was", async () => {
  world.lose("debit");
  await run();
  const before = await read();
  world.reset();
  expect(await run()).toMatchObject({ breaks: 2 });
  const after = await read();
  expect(after.breaks.map(({ cause }) => cause)).toEqual(["OUTCOME_UNKNOWN", "OUTCOME_UNKNOWN"]);
  expect(after.runs).toBe(2);
  expect(after.run?.id).not.toBe(before.run?.id);
  await expect(world.api.database.pool.query("UPDATE reconciliation_run SET breaks = 0")).rejects.toThrow(
    "permission denied",
  );
});

describe("a row that the sheet lacks", () => {
  it("is written once by a press, and the break is over once a run finds it", async () => {
    const { paymentId } = world.of("debit");
    const { delivery } = world;
    const rows = () => rowIdsIn(delivery.sandbox).filter((id) => id === paymentId);
    const all = rowsIn(delivery.sandbox);
    delivery.sandbox.sheets.clear();
    const kept = all.filter((cells) => cells.at(-1) !== paymentId);
    await world.writeRows(kept);
    await run();
    const found = await findBreak(paymentId);
    expect(found).toMatchObject({ cause: "SHEET_ROW_MISSING", resolution: null });
    const repair = async () => (await as("EMPLOYEE")).repair({ breakId: found.id, requestId: randomUUID() });
    const presses = await Promise.allSettled([repair(), repair()]);
    expect(presses.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await delivery.drain()).toBe(1);
    expect(rows()).toHaveLength(1);
    await acceptOpen();
    await expectRefusal(sign(), "RULE", "1 break is still open.");
    await run();
    expect((await read()).breaks.some((each) => each.paymentId === paymentId)).toBe(false);
  });

  it("is the only thing that a press repairs", async () => {
    world.lose("debit");
    await run();
    const { id: breakId } = await findBreak(world.of("debit").paymentId);
    await expectRefusal(
      (await as()).repair({ breakId, requestId: randomUUID() }),
      "RULE",
      "This cannot be repaired automatically",
    );
  });
});

describe("breaks are matched by hand", () => {
  it("with one another, by how much they differ is told, and it is taken back with all of them", async () => {
    world.lose("debit", "check");
    await run();
    const ids = [
      (await findBreak(world.of("debit").paymentId)).id,
      (await findBreak(world.of("check").paymentId)).id,
    ];
    const { matchId } = await (await as()).match({
      breakIds: ids,
      reason: "The bank took both in one.",
      requestId: randomUUID(),
    });
    const matched = (await read()).breaks.filter((each) => each.matchId === matchId);
    expect(matched.map(({ resolution }) => resolution)).toEqual(["MATCHED", "MATCHED"]);
    const undone = await (await as()).undo({ breakId: ids[0] ?? "", requestId: randomUUID() });
    expect(undone).toEqual({ reopened: 2 });
    expect((await read()).breaks.every(({ resolution }) => resolution === null)).toBe(true);
  });

  it("not one that went out with one that came in, nor one that is seen to", async () => {
    world.lose("debit", "credit");
    await run();
    const [debit, credit] = [
      await findBreak(world.of("debit").paymentId),
      await findBreak(world.of("credit").paymentId),
    ];
    const match = async (...breakIds: string[]) =>
      (await as()).match({ breakIds, reason: "The same.", requestId: randomUUID() });
    await expectRefusal(match(debit.id, credit.id), "RULE", "are not the same payment");
    await (await as()).ignore({ breakId: debit.id, reason: "Known.", requestId: randomUUID() });
    const other = await findBreak(world.of("open debit").paymentId);
    await expectRefusal(match(debit.id, other.id), "CONFLICT", "This break was resolved");
  });
});

it("a run that is overtaken by a newer one is refused, and what the newer one has found stays", async () => {
  const { ports } = world.api.services;
  const { ledgerSheet } = ports;
  ports.ledgerSheet = Object.create(ledgerSheet, {
    read: {
      value: async function* (...asked: Parameters<typeof ledgerSheet.read>) {
        ports.ledgerSheet = ledgerSheet;
        world.api.clock.advance({ minutes: 1 });
        world.lose("debit");
        await run();
        world.reset();
        yield* ledgerSheet.read(...asked);
      },
    },
  }) as typeof ledgerSheet;
  await expectRefusal(run(), "CONFLICT", "compared again");
  expect(await findBreak(world.of("debit").paymentId)).toMatchObject({ cause: "NOT_AT_PROCESSOR" });
});

it("what was accepted is open again once it is another difference than that", async () => {
  world.lose("debit");
  await run();
  const { id: breakId } = await findBreak(world.of("debit").paymentId);
  await (await as()).ignore({ breakId, reason: "It comes tomorrow.", requestId: randomUUID() });
  await run();
  expect(await findBreak(world.of("debit").paymentId)).toMatchObject({ resolution: "IGNORED" });
  const processors = world.reset();
  const at = processors.books.findIndex(({ key }) => key === world.of("debit").key);
  const booked = processors.books[at];
  if (booked) processors.books[at] = { ...booked, amountCents: booked.amountCents - 100 };
  await run();
  expect(await findBreak(world.of("debit").paymentId)).toMatchObject({
    resolution: null,
    cause: "AMOUNT_AT_PROCESSOR",
  });
});

describe("a day is signed off", () => {
  it("with totals that equal the three sources, and changes no more", async () => {
    await run();
    await acceptOpen();
    const { digest } = await sign();
    const { base64, fileName } = await (await as("VIEWER")).certificate({ day: SENT_ON });
    const pdf = Buffer.from(base64, "base64");
    expect(fileName).toBe(`reconciliation_${SENT_ON}.pdf`);
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(createHash("sha256").update(pdf).digest("hex")).toBe(digest);
    const { run: kept, signed } = await read();
    expect(signed).toMatchObject({ by: "Test ADMIN", digest });
    const sums = {
      in: sumDirection(kept?.totals ?? [], "in"),
      out: sumDirection(kept?.totals ?? [], "out"),
    };
    expect(sums).toEqual(await world.sources());
    await expectRefusal(run(), "RULE", "The day is signed off");
    await expectRefusal(sign(), "RULE", "The day is signed off");
    const { id: breakId } = await findBreak(world.of("open debit").paymentId);
    await expectRefusal(
      (await as()).undo({ breakId, requestId: randomUUID() }),
      "RULE",
      "The day is signed off",
    );
    expect(await waiting()).toEqual([]);
  });

  it("not before it was compared, while a break is open, or where a system did not answer", async () => {
    await expectRefusal(sign(), "RULE", "was not compared yet");
    await run();
    await expectRefusal(sign(), "RULE", "2 breaks are still open.");
    await acceptOpen();
    world.withoutSheet();
    await run();
    await expectRefusal(sign(), "RULE", "did not answer completely for this day");
  });
});

type Verb = "run" | "ignore" | "match" | "undo" | "repair" | "sign";

/** Each verb on a day that lets it be done; returns its press. */
async function prepare(verb: Verb) {
  world.lose("debit", "check");
  const { delivery, of } = world;
  if (verb === "repair") {
    world.reset();
    const { paymentId } = of("debit");
    const rows = rowsIn(delivery.sandbox);
    const kept = rows.filter((cells) => cells.at(-1) !== paymentId);
    delivery.sandbox.sheets.clear();
    await world.writeRows(kept);
  }
  if (verb === "sign") world.reset();
  await run();
  if (verb === "sign") await acceptOpen();
  const requestId = randomUUID();
  const reason = "Known.";
  const breakId = verb === "run" || verb === "sign" ? "" : (await findBreak(of("debit").paymentId)).id;
  if (verb === "undo") await (await as()).ignore({ breakId, reason, requestId: randomUUID() });
  const other = verb === "match" ? (await findBreak(of("check").paymentId)).id : "";
  return async (role: Role): Promise<unknown> => {
    const days = await as(role);
    switch (verb) {
      case "run":
        return days.run({ day: SENT_ON, requestId });
      case "ignore":
        return days.ignore({ breakId, reason, requestId } satisfies RouterInputs["reconciledDays"]["ignore"]);
      case "match":
        return days.match({ breakIds: [breakId, other], reason, requestId });
      case "undo":
        return days.undo({ breakId, requestId });
      case "repair":
        return days.repair({ breakId, requestId });
      default:
        return days.sign({ day: SENT_ON, requestId });
    }
  };
}

it.each(["run", "ignore", "match", "undo", "repair", "sign"] as const)(
  "to %s returns the first result to a repeated request, and leaves one audit event of the day",
  async (verb) => {
    const press = await prepare(verb);
    const action = `reconciledDays.${verb}` as const;
    const before = await countAuditEvents(world.api, action);
    const first = await press("ADMIN");
    expect(await press("ADMIN")).toEqual(first);
    expect(await countAuditEvents(world.api, action)).toBe(before + 1);
    expect(await lastAuditEvent(world.api, action)).toMatchObject({
      subjectType: "reconciled_day",
      subjectId: SENT_ON,
    });
    await world.delivery.drain();
  },
);

it("the last days are compared by themselves at night, once", async () => {
  expect(await runDaysNightly(world.api.services)).toEqual([]);
  world.api.clock.advance({ hours: -6 });
  const days = await runDaysNightly(world.api.services);
  expect(days).toContain("2026-11-20");
  expect(await runDaysNightly(world.api.services)).toEqual([]);
  world.api.clock.advance({ hours: 6 });
});
