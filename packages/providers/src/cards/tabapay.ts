import { z } from "zod";
import type { FileTransfer } from "../file-transfer/port.ts";
import type { CardAbilities, Cards } from "./port.ts";
import { type CallTabaPay, createTabaPayCall, type TabaPayAccess } from "./tabapay-call.ts";
import { readExceptions } from "./tabapay-exceptions.ts";
import { createTabaPayPayments } from "./tabapay-payments.ts";
import { createTabaPayRefunds } from "./tabapay-refunds.ts";
import { readTransactions } from "./tabapay-transactions.ts";

export interface TabaPayConfig extends TabaPayAccess {
  /** TabaPay's id of the account that is paid into and from. */
  settlementAccountId: string;
  effectWindowMs: number;
  /** Where TabaPay puts its daily reports. */
  files: FileTransfer;
  reportsFolder: string;
}

/** Cards at TabaPay's Unified API. The card token is TabaPay's account id. */
export function createTabaPayCards(config: TabaPayConfig): Cards {
  const call = createTabaPayCall(config);
  const payments = createTabaPayPayments(call, config.settlementAccountId);
  return {
    capability: { idempotencyKey: false, lookUp: true, effectWindowMs: config.effectWindowMs },
    pull: (payment) => payments.pull(payment),
    push: (payment) => payments.push(payment),
    lookUp: (named) => payments.lookUp(named),
    find: (reference) => payments.find(reference),
    ...createTabaPayRefunds(call, payments),
    query: (cardToken) => queryCard(call, cardToken),
    findExceptions: (day) => readExceptions(config.files, config.reportsFolder, day),
    findTransactions: (day) => readTransactions(config.files, config.reportsFolder, day),
  };
}

/** TabaPay's own documents disagree on whether these are booleans or their names. */
const enabledSchema = z.object({ enabled: z.union([z.boolean(), z.stringbool()]).nullish() }).nullish();
const querySchema = z.object({ card: z.object({ pull: enabledSchema, push: enabledSchema }) });

async function queryCard(call: CallTabaPay, cardToken: string): Promise<CardAbilities> {
  const { card } = await call({
    method: "POST",
    path: "/cards",
    body: { account: { accountID: cardToken } },
    answer: querySchema,
    safe: true,
  });
  return { canPull: card.pull?.enabled ?? false, canPush: card.push?.enabled ?? false };
}
