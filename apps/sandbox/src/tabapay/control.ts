import { Hono } from "hono";
import { z } from "zod";
import { readJson } from "../json-body.ts";
import type { Accounts } from "./accounts.ts";
import { hasMoved, type Transactions } from "./transactions.ts";

/** How the stand-in behaves, for all cards. */
export interface TabapaySettings {
  /** How long the slow amounts take. */
  delaySeconds: number;
  /** How often its id may have been told of a transaction that is still looked up by our key: then that is refused with 421. */
  timesTold: number;
  /** Daily reports tell no key of ours, each row twice, in no order, or come so many days late. */
  keysLeftOut: boolean;
  rowsTwice: boolean;
  rowsShuffled: boolean;
  reportDaysLate: number;
  /** Files and columns are named as the vendor's other pages name them. */
  otherNames: boolean;
}

export interface ArmedDecline {
  networkRC: string | null;
  status: "ERROR" | "COMPLETED";
  times: number;
}

const EXCEPTION_TYPES = [
  "CHARGEBACK",
  "CHARGEBACK REVERSAL",
  "REPRESENTMENT",
  "Return",
  "Adjustment - credit",
  "Adjustment - debit",
] as const;

const markSchema = z.strictObject({
  referenceID: z.string(),
  code: z.string().min(1).max(10).default("10.4"),
  type: z.enum(EXCEPTION_TYPES).default("CHARGEBACK"),
  /** Where the case stands, in place of the usual words. */
  status: z.string().optional(),
});

const plantSchema = z.strictObject({
  transactions: z.array(
    z.strictObject({
      transactionID: z.string().min(1),
      referenceID: z.string().min(1),
      type: z.enum(["pull", "push"]).default("push"),
      amountCents: z.int().min(1),
      at: z.iso.datetime(),
    }),
  ),
});

const declineSchema = z.strictObject({
  networkRC: z
    .string()
    .regex(/^[0-9A-Z]{2,3}$/)
    .nullable(),
  status: z.enum(["ERROR", "COMPLETED"]).default("ERROR"),
  times: z.int().min(1).max(1000).default(1),
});

const reversalSchema = z.strictObject({
  referenceID: z.string(),
  status: z.string().min(1).max(20),
  networkRC: z.string().nullable().default(null),
  amountCents: z.int().min(1),
});

const cardSchema = z.strictObject({ pull: z.boolean().optional(), push: z.boolean().optional() });

const settingsSchema = z
  .strictObject({
    delaySeconds: z.number().min(0).max(120),
    timesTold: z.int().min(1).max(1000),
    keysLeftOut: z.boolean(),
    rowsTwice: z.boolean(),
    rowsShuffled: z.boolean(),
    reportDaysLate: z.int().min(0).max(30),
    otherNames: z.boolean(),
  })
  .partial();

/**
 * What no client of TabaPay can do: see its books, put in what was paid before, let something befall a transaction that the next report tells,
 * decline what comes next, tell of tries to give a transaction back, take abilities from a card, set how long the slow amounts take and how the reports tell.
 */
export function tabapayControl(state: {
  transactions: Transactions;
  accounts: Accounts;
  settings: TabapaySettings;
  decline: (armed: ArmedDecline) => void;
  /** Called with the moment of each transaction that was put in. */
  planted: (at: Date) => void;
}): Hono {
  return new Hono()
    .get("/transactions", (c) =>
      c.json(
        state.transactions.list().map((transaction) => ({
          referenceID: transaction.referenceID,
          transactionID: transaction.transactionID,
          amountCents: transaction.amountCents,
          partialCents: transaction.partialCents,
          type: transaction.type,
          status: transaction.status,
          reversed: transaction.reversedAt !== null,
          time: transaction.createdAt.toISOString(),
        })),
      ),
    )
    .post("/transactions", async (c) => {
      const { transactions } = await readJson(c, plantSchema);
      for (const { at, ...paid } of transactions)
        state.transactions.plant({
          ...paid,
          account: state.accounts.of(paid.transactionID),
          createdAt: new Date(at),
        });
      for (const at of new Set(transactions.map((paid) => paid.at))) state.planted(new Date(at));
      return c.body(null, 204);
    })
    .post("/chargeback", async (c) => {
      const { referenceID, ...mark } = await readJson(c, markSchema);
      const transaction = state.transactions.byReference(referenceID);
      if (!transaction) return c.json({ errors: ["No such transaction."] }, 404);
      if (!hasMoved(transaction)) return c.json({ errors: ["No money has moved."] }, 409);
      transaction.marks.push(mark);
      return c.body(null, 204);
    })
    .post("/decline", async (c) => {
      state.decline(await readJson(c, declineSchema));
      return c.body(null, 204);
    })
    .post("/reversal", async (c) => {
      const { referenceID, ...reversal } = await readJson(c, reversalSchema);
      const transaction = state.transactions.byReference(referenceID);
      if (!transaction) return c.json({ errors: ["No such transaction."] }, 404);
      transaction.reversals.unshift(reversal);
      return c.body(null, 204);
    })
    .put("/cards/:accountID", async (c) => {
      const { pull, push } = await readJson(c, cardSchema);
      const account = state.accounts.of(c.req.param("accountID"));
      account.pull = pull ?? account.pull;
      account.push = push ?? account.push;
      return c.json({ pull: account.pull, push: account.push });
    })
    .get("/settings", (c) => c.json(state.settings))
    .post("/settings", async (c) => c.json(Object.assign(state.settings, await readJson(c, settingsSchema))));
}
