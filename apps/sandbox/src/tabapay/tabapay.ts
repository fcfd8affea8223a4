import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import type { FileTree } from "../sftp/file-tree.ts";
import type { Vendor } from "../vendor.ts";
import { TABAPAY_CLIENT } from "./access.ts";
import { createAccounts } from "./accounts.ts";
import { type ArmedDecline, type TabapaySettings, tabapayControl } from "./control.ts";
import { createDailyReports } from "./daily-reports.ts";
import { refused, tabapayError } from "./errors.ts";
import { exceptionsReport } from "./exceptions.ts";
import { CHARGED_BACK_CENTS, declinedCourse, MAGIC_CENTS, plotCourse } from "./outcomes.ts";
import { accountSchema, cardQuerySchema, readRequest, transactionSchema } from "./requests.ts";
import { createTransactions, hasMoved, type Transaction } from "./transactions.ts";
import { transactionsReport } from "./transactions-report.ts";
import { accountJson, cardJson, createdJson, retrievedJson } from "./wire.ts";

const LARGEST_CENTS = 1_000_000;
const HOURS_24_MS = 24 * 3_600_000;
const CLIENT = "/v1/clients/:client";

/** TabaPay's Unified API for cards on file, and its daily reports in the SFTP folder. */
export function createTabapay(clock: Clock, files: FileTree): Vendor {
  const accounts = createAccounts();
  const transactions = createTransactions(clock);
  const usual: TabapaySettings = {
    delaySeconds: 30,
    timesTold: 3,
    keysLeftOut: false,
    rowsTwice: false,
    rowsShuffled: false,
    reportDaysLate: 0,
    otherNames: false,
  };
  const settings = { ...usual };
  const reports = createDailyReports(clock, files, settings, [
    exceptionsReport(transactions),
    transactionsReport(transactions),
  ]);
  let declines: ArmedDecline[] = [];
  reports.start();

  const endLater = (taken: Transaction, status: Transaction["status"]): Promise<void> => {
    const processedAt = new Date(clock.now().getTime() + settings.delaySeconds * 1000);
    return new Promise((resolve) =>
      clock.whenReached(processedAt, () => {
        Object.assign(taken, { status, networkRC: "00", processedAt });
        resolve();
      }),
    );
  };

  const takeDecline = (): ArmedDecline | undefined => {
    const [next] = declines;
    if (next) next.times -= 1;
    declines = declines.filter(({ times }) => times > 0);
    return next;
  };

  const existing = (transactionID: string): Transaction => {
    const transaction = transactions.byId(transactionID);
    if (!transaction) throw refused(404);
    return transaction;
  };

  const app = new Hono()
    .use(async (c, next) => {
      if (c.req.header("authorization") !== `Bearer ${TABAPAY_CLIENT.bearer}`) throw refused(401);
      await next();
    })
    .use(`${CLIENT}/*`, async (c, next) => {
      if (c.req.param("client") !== TABAPAY_CLIENT.clientId) throw refused(404);
      await next();
    })
    .post(`${CLIENT}/transactions`, async (c) => {
      const {
        referenceID,
        type,
        accounts: named,
        amount: amountCents,
      } = await readRequest(c, transactionSchema);
      const { sourceAccountID: source, destinationAccountID: destination } = named;
      const [card, settlement] = type === "pull" ? [source, destination] : [destination, source];
      if (settlement !== TABAPAY_CLIENT.settlementAccountId || card === settlement)
        throw refused(400, type === "pull" ? "accounts.destination" : "accounts.source");
      if (amountCents > LARGEST_CENTS) throw refused(422, "Transaction Limit");
      const account = accounts.of(card);
      if (!account[type]) throw refused(422, type === "pull" ? "Source Disabled" : "Destination Disabled");
      if (transactions.byReference(referenceID)) throw refused(409);
      const decline = takeDecline();
      const course =
        decline === undefined
          ? plotCourse(type, amountCents)
          : declinedCourse(decline.networkRC, decline.status);
      const taken = transactions.take({ referenceID, type, amountCents, account }, course);
      if (!taken) throw refused(409);
      const ended = course.slow ? endLater(taken, course.finally) : Promise.resolve();
      if (course.answer.SC === 200) await ended;
      if (type === "pull" && hasMoved(taken) && amountCents % 100 === CHARGED_BACK_CENTS)
        taken.marks.push({ type: "CHARGEBACK", code: account.network === "Visa" ? "10.4" : "4837" });
      return c.json(createdJson(taken, course), course.answer.SC as ContentfulStatusCode);
    })
    .get(`${CLIENT}/transactions`, (c) => {
      const transaction = transactions.byReference(c.req.query("referenceID") ?? "");
      if (!transaction) throw refused(404);
      const isLate = clock.now().getTime() - transaction.createdAt.getTime() > HOURS_24_MS;
      if (isLate || transaction.timesTold >= settings.timesTold) throw refused(421);
      return c.json(retrievedJson(transaction, { withId: true }));
    })
    .get(`${CLIENT}/transactions/:id`, (c) =>
      c.json(retrievedJson(existing(c.req.param("id")), { withId: false })),
    )
    .delete(`${CLIENT}/transactions/:id`, (c) => {
      const transaction = existing(c.req.param("id"));
      const way = deletionWay(c.req.query());
      const inTime = transactions.isSettled(transaction) === (way === "reversal");
      const isSpoilt = transaction.amountCents === MAGIC_CENTS.tooLateToReverse;
      if (
        transaction.type !== "pull" ||
        !hasMoved(transaction) ||
        transaction.reversedAt ||
        !inTime ||
        isSpoilt
      )
        throw refused(422, "Reverse");
      const { amountCents } = transaction;
      if (amountCents === MAGIC_CENTS.reversalFails) {
        transaction.reversals.unshift({ status: "ERROR", networkRC: "ZZ", amountCents });
        return c.json({ SC: 200, EC: "0", status: "ERROR", reversal: { networkRC: "ZZ" } });
      }
      transaction.reversedAt = clock.now();
      transaction.reversals.unshift({ status: "REVERSED", networkRC: "00", amountCents });
      return c.json({ SC: 200, EC: "0", status: "COMPLETED", reversal: { networkRC: "00" } });
    })
    .post(`${CLIENT}/accounts`, async (c) => {
      const { referenceID, card, owner } = await readRequest(c, accountSchema);
      const { accountID } = accounts.add(card, owner.name, referenceID);
      return c.json({ SC: 200, EC: "0", accountID });
    })
    .get(`${CLIENT}/accounts`, (c) => {
      const account = accounts.byReference(c.req.query("referenceID") ?? "");
      if (!account) throw refused(404);
      return c.json(accountJson(account));
    })
    .get(`${CLIENT}/accounts/:id`, (c) => {
      const account = accounts.known(c.req.param("id"));
      if (!account) throw refused(404);
      return c.json(accountJson(account));
    })
    .post(`${CLIENT}/cards`, async (c) => {
      const { account } = await readRequest(c, cardQuerySchema);
      return c.json(cardJson(accounts.of(account.accountID)));
    })
    .all("*", (c) => c.json(tabapayError(404), 404));

  return {
    name: "tabapay",
    app,
    control: tabapayControl({
      transactions,
      accounts,
      settings,
      decline: (armed) => declines.push(armed),
      planted: (at) => reports.catchUp(at),
    }),
    books: () =>
      transactions.list().map(({ referenceID, type, amountCents, status, reversedAt, createdAt }) => ({
        key: referenceID,
        kind: type,
        amountCents,
        status: reversedAt ? "REVERSED" : status,
        at: createdAt.toISOString(),
      })),
    heard: async (answer) => {
      const told = z.object({ transactionID: z.string() }).safeParse(await answer.json().catch(() => null));
      const transaction = told.success ? transactions.byId(told.data.transactionID) : undefined;
      if (transaction) transaction.timesTold++;
    },
    errorBody: (status) => tabapayError(status),
    snapshot: () => ({ settings, declines, transactions: transactions.list().length }),
    reset: () => {
      accounts.clear();
      transactions.clear();
      declines = [];
      Object.assign(settings, usual);
      reports.start();
    },
  };
}

function deletionWay(query: Record<string, string>): "void" | "reversal" {
  const ways = (["void", "reversal"] as const).filter((way) => way in query);
  const [way] = ways;
  if (way === undefined || ways.length > 1) throw refused(400, "void or reversal");
  return way;
}
