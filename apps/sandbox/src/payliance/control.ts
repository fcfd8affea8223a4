import { Hono } from "hono";
import { z } from "zod";
import { readJson } from "../json-body.ts";
import { changeCode, returnCode } from "./notices.ts";
import type { Rejection } from "./rejections.ts";
import type { ReportSettings } from "./reports.ts";
import type { Transactions } from "./transactions.ts";

/** How the stand-in behaves; with `cursorLoops` each report has its first page for ever. */
export interface PaylianceSettings extends ReportSettings {
  cursorLoops: boolean;
  /** The codes of the amounts that come back, and of those whose details are corrected. */
  returnCode: string;
  changeCode: string;
  /** Tells a transaction among the fields of the answer instead of in one of its own. */
  answersFlat: boolean;
  /** Writes its numbers of codes, statuses and ids of one digit or two as text. */
  codesAsText: boolean;
}

export interface ArmedRejection extends Rejection {
  times: number;
}

const settingsSchema = z
  .strictObject({
    cursorLoops: z.boolean(),
    keysLeftOut: z.boolean(),
    rowsTwice: z.boolean(),
    rowsShuffled: z.boolean(),
    reportDaysLate: z.int().min(0).max(30),
    daysMonthFirst: z.boolean(),
    returnCode,
    changeCode,
    answersFlat: z.boolean(),
    codesAsText: z.boolean(),
  })
  .partial();

const plantSchema = z.strictObject({
  transactions: z.array(
    z.strictObject({
      authorizationId: z.string().min(1),
      uniqueTranId: z.string().min(1),
      kind: z.enum(["debit", "credit"]).default("credit"),
      amountCents: z.int().min(1),
      at: z.iso.datetime(),
    }),
  ),
});

const noticeSchema = z.strictObject({
  uniqueTranId: z.string().min(1),
  code: z.union([returnCode, changeCode]),
  addenda: z.string().max(80).optional(),
});

const rejectionSchema = z.strictObject({
  message: z.string(),
  ValidationCode: z.union([z.int(), z.string(), z.null()]).default(9),
  times: z.int().min(1).max(1000).default(1),
});

/**
 * What no client of Payliance can do: see its books, put in what was sent before, have a bank send a code back today, refuse
 * what comes next in chosen words, and set how it answers and reports.
 */
export function paylianceControl(state: {
  transactions: Transactions;
  settings: PaylianceSettings;
  reject: (armed: ArmedRejection) => void;
}): Hono {
  const { transactions, settings } = state;
  return new Hono()
    .get("/transactions", (c) => c.json(transactions.views()))
    .post("/transactions", async (c) => {
      for (const { at, ...sent } of (await readJson(c, plantSchema)).transactions)
        transactions.plant({ ...sent, takenAt: new Date(at) });
      return c.body(null, 204);
    })
    .post("/notice", async (c) => {
      const { uniqueTranId, code, addenda } = await readJson(c, noticeSchema);
      const transaction = transactions.withKey(uniqueTranId);
      if (!transaction) return c.json({ errors: ["No such transaction."] }, 404);
      if (transaction.stopped !== null) return c.json({ errors: ["It was stopped before."] }, 409);
      transactions.sendBack(transaction, code, addenda);
      return c.body(null, 204);
    })
    .post("/reject", async (c) => {
      state.reject(await readJson(c, rejectionSchema));
      return c.body(null, 204);
    })
    .get("/settings", (c) => c.json(settings))
    .post("/settings", async (c) => c.json(Object.assign(settings, await readJson(c, settingsSchema))));
}
