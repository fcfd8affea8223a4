import { type Context, Hono } from "hono";
import type { z } from "zod";
import type { Clock } from "../clock.ts";
import { LOSE_ANSWER, type Vendor } from "../vendor.ts";
import { type ArmedRejection, type PaylianceSettings, paylianceControl } from "./control.ts";
import { MAGIC_CENTS } from "./course.ts";
import { problem, problemBody, refused } from "./errors.ts";
import { findRejection, type Rejection } from "./rejections.ts";
import { returnsPage, settlementsPage } from "./reports.ts";
import { CREDIT, DEBIT, OF_ONE, type PaymentRequest, REPORT, RETRIEVE, readRequest } from "./requests.ts";
import { createTransactions, type Transaction } from "./transactions.ts";
import { retrievedJson, transactionJson } from "./wire.ts";

/** The demonstration merchant's key, known to everyone. */
export const PAYLIANCE_SECRET_KEY = "payliance-sandbox-key";

/** Payliance's eCheck interface: payments by bank transfer, with accounts given in full. */
export function createPayliance(clock: Clock): Vendor {
  const usual: PaylianceSettings = {
    cursorLoops: false,
    keysLeftOut: false,
    rowsTwice: false,
    rowsShuffled: false,
    reportDaysLate: 0,
    daysMonthFirst: false,
    returnCode: "R01",
    changeCode: "C01",
    answersFlat: false,
    codesAsText: false,
  };
  const settings = { ...usual };
  const transactions = createTransactions(clock, settings);
  let rejections: ArmedRejection[] = [];

  const takeRejection = (): Rejection | null => {
    const [next] = rejections;
    if (!next) return null;
    next.times -= 1;
    rejections = rejections.filter(({ times }) => times > 0);
    return { ValidationCode: next.ValidationCode, message: next.message };
  };

  const take = (c: Context, kind: "debit" | "credit", request: PaymentRequest): Response => {
    const rejection = findRejection(request, transactions) ?? takeRejection();
    if (rejection) return c.json({ AuthorizationId: "", ...rejection, successful: false });
    const { authorizationId } = transactions.take(kind, request);
    const ValidationCode = settings.codesAsText ? "1" : 1;
    const answer = { AuthorizationId: authorizationId, ValidationCode, successful: true, message: "" };
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
  const page = <Page>(toPage: (asked: z.output<typeof REPORT>) => Page, asked: z.output<typeof REPORT>) =>
    toPage(settings.cursorLoops ? { ...asked, PageId: null } : asked);

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
      const status = transactions.findStatus(transaction);
      return c.json(retrievedJson(transactionJson(transaction, status, transactions.today()), settings));
    })
    .post("/void", async (c) => {
      const transaction = existing((await readRequest(c, OF_ONE)).AuthorizationId);
      if (transactions.findStatus(transaction) !== "pending")
        throw refused("Cannot void. Transaction is already processed");
      transaction.stopped = "voided";
      return c.json({ successful: true, message: "" });
    })
    .post("/refund", async (c) => {
      const transaction = existing((await readRequest(c, OF_ONE)).AuthorizationId);
      const status = transactions.findStatus(transaction);
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
    .all("*", (c) => c.json(problemBody(404), 404));

  return {
    name: "payliance",
    app: new Hono().route("/api/v1/echeck", echeck).all("*", (c) => c.json(problemBody(404), 404)),
    control: paylianceControl({
      transactions,
      settings,
      reject: (armed) => rejections.push(armed),
    }),
    books: () =>
      transactions.views().map(({ uniqueTranId, kind, amountCents, status, takenAt }) => ({
        key: uniqueTranId,
        kind,
        amountCents,
        status,
        at: takenAt,
      })),
    errorBody: problemBody,
    snapshot: () => ({ settings, transactions: transactions.views() }),
    reset: () => {
      transactions.clear();
      rejections = [];
      Object.assign(settings, usual);
    },
  };
}

const REFUND_REFUSALS: Partial<Record<string, string>> = {
  pending: "Transaction waiting to be processed or was sent to bank.",
  sentToBank: "Transaction waiting to be processed or was sent to bank.",
  refunded: "Transaction was already refunded.",
};
