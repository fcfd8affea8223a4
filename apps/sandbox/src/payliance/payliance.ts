import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { readJson } from "../json-body.ts";
import { LOSE_ANSWER, type Vendor } from "../vendor.ts";
import { MAGIC_CENTS } from "./course.ts";
import { problem, problemOf, refused } from "./errors.ts";
import { rejectionOf } from "./rejections.ts";
import { type ReportSettings, returnsPage, settlementsPage } from "./reports.ts";
import { CREDIT, DEBIT, OF_ONE, type PaymentRequest, REPORT, RETRIEVE, readRequest } from "./requests.ts";
import { createTransactions, type Transaction } from "./transactions.ts";
import { transactionJson } from "./wire.ts";

/** The demonstration merchant's key, known to everyone. */
export const PAYLIANCE_SECRET_KEY = "payliance-sandbox-key";

const settingsSchema = z
  .strictObject({
    cursorLoops: z.boolean(),
    keysLeftOut: z.boolean(),
    rowsTwice: z.boolean(),
    rowsShuffled: z.boolean(),
    reportDaysLate: z.int().min(0).max(30),
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

/** How the stand-in behaves; with `cursorLoops` each report has its first page for ever. */
interface PaylianceSettings extends ReportSettings {
  cursorLoops: boolean;
}

/** Payliance's eCheck interface: payments by bank transfer, with accounts given in full. */
export function createPayliance(clock: Clock): Vendor {
  const transactions = createTransactions(clock);
  const usual: PaylianceSettings = {
    cursorLoops: false,
    keysLeftOut: false,
    rowsTwice: false,
    rowsShuffled: false,
    reportDaysLate: 0,
  };
  const settings = { ...usual };

  const take = (c: Context, kind: "debit" | "credit", request: PaymentRequest): Response => {
    const rejection = rejectionOf(request, transactions);
    if (rejection) return c.json({ AuthorizationId: "", ...rejection, successful: false });
    const { authorizationId } = transactions.take(kind, request);
    const answer = { AuthorizationId: authorizationId, ValidationCode: 1, successful: true, message: "" };
    const isLost = request.CheckAmount % 100 === MAGIC_CENTS.answerLost;
    return c.json(answer, 200, isLost ? { [LOSE_ANSWER]: "1" } : {});
  };

  const existing = (authorizationId: string): Transaction => {
    const transaction = transactions.withId(authorizationId);
    if (!transaction) throw refused("Transaction not found.");
    if (transaction.stopped === "voided") throw refused("Transaction was already voided.");
    return transaction;
  };

  /** The report's page, or with `cursorLoops` its first page for ever. */
  const page = <Page>(pageOf: (asked: z.output<typeof REPORT>) => Page, asked: z.output<typeof REPORT>) =>
    pageOf(settings.cursorLoops ? { ...asked, PageId: null } : asked);

  const echeck = new Hono()
    .use(async (c, next) => {
      if (c.req.header("authorization") !== `Bearer ${PAYLIANCE_SECRET_KEY}`) throw problem(401);
      await next();
    })
    .post("/debit", async (c) => take(c, "debit", await readRequest(c, DEBIT)))
    .post("/credit", async (c) => take(c, "credit", await readRequest(c, CREDIT)))
    .post("/retrieve", async (c) => {
      const { UniqueTranId, AuthorizationId } = await readRequest(c, RETRIEVE);
      const transaction =
        AuthorizationId === undefined
          ? transactions.withKey(UniqueTranId ?? "")
          : transactions.withId(AuthorizationId);
      if (!transaction) return c.json({ successful: false, message: "Not found", transaction: null });
      const status = transactions.statusOf(transaction);
      return c.json({
        successful: true,
        message: "",
        transaction: transactionJson(transaction, status, transactions.today()),
      });
    })
    .post("/void", async (c) => {
      const transaction = existing((await readRequest(c, OF_ONE)).AuthorizationId);
      if (transactions.statusOf(transaction) !== "pending")
        throw refused("Cannot void. Transaction is already processed");
      transaction.stopped = "voided";
      return c.json({ successful: true, message: "" });
    })
    .post("/refund", async (c) => {
      const transaction = existing((await readRequest(c, OF_ONE)).AuthorizationId);
      const status = transactions.statusOf(transaction);
      if (status !== "settled" || transaction.kind !== "debit")
        throw refused(
          `Failed to refund the transaction. ${REFUND_REFUSALS[status] ?? "Only a settled debit can be refunded."}`,
        );
      const { authorizationId } = transactions.refund(transaction);
      return c.json({ successful: true, message: "", authorizationId });
    })
    .post("/queryreturns", async (c) => {
      const asked = await readRequest(c, REPORT);
      return c.json(page((report) => returnsPage(transactions, report, settings), asked));
    })
    .post("/querysettlements", async (c) => {
      const asked = await readRequest(c, REPORT);
      return c.json(page((report) => settlementsPage(transactions, report, settings), asked));
    })
    .all("*", (c) => c.json(problemOf(404), 404));

  return {
    name: "payliance",
    app: new Hono().route("/api/v1/echeck", echeck).all("*", (c) => c.json(problemOf(404), 404)),
    control: new Hono()
      .get("/transactions", (c) => c.json(transactions.views()))
      .post("/transactions", async (c) => {
        for (const { at, ...sent } of (await readJson(c, plantSchema)).transactions)
          transactions.plant({ ...sent, takenAt: new Date(at) });
        return c.body(null, 204);
      })
      .post("/settings", async (c) => c.json(Object.assign(settings, await readJson(c, settingsSchema)))),
    books: () =>
      transactions.views().map(({ uniqueTranId, kind, amountCents, status, takenAt }) => ({
        key: uniqueTranId,
        kind,
        amountCents,
        status,
        at: takenAt,
      })),
    errorBody: problemOf,
    snapshot: () => ({ settings, transactions: transactions.views() }),
    reset: () => {
      transactions.clear();
      Object.assign(settings, usual);
    },
  };
}

const REFUND_REFUSALS: Partial<Record<string, string>> = {
  pending: "Transaction waiting to be processed or was sent to bank.",
  sentToBank: "Transaction waiting to be processed or was sent to bank.",
  refunded: "Transaction was already refunded.",
};
