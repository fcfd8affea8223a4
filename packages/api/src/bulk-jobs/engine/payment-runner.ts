import type { BulkPaymentKind } from "@countinghouse/validators/bulk-jobs/rules";
import { COLLECTING_MODES, type PaymentMode } from "@countinghouse/validators/payments/kinds";
import type { Core, WriteTools } from "../../core.ts";
import { readStanding } from "../../environment/gate.ts";
import { DomainError } from "../../errors.ts";
import { type Written, writeAsJob } from "../../job-writes.ts";
import type { PaymentsEngine } from "../../payments/engine/payments-engine.ts";
import type { SendGate } from "../../payments/engine/send-gate.ts";
import { type Asking, askBanks, type BankServices, readLinks, shownAccounts } from "./ask-banks.ts";
import { beginItem } from "./begin-item.ts";
import type { ClaimedItem, RunningBatch } from "./claim.ts";
import { type AskedUser, failedRow, type Outcome, type Runner } from "./outcome.ts";
import type { Pace } from "./pace.ts";

export interface PaymentServices
  extends BankServices,
    Pick<Core, "now" | "log" | "registration" | "vendorsOff"> {
  payments: PaymentsEngine;
  recovery: Pick<SendGate, "verify">;
}

export interface Paces {
  banks: Pace;
  cards: Pace;
  ach: Pace;
}

/** How the rows of a batch are worked on; of kinds that belong to another domain, that one makes it. */
export type CreateRunner = (services: PaymentServices, paces: Paces, batch: RunningBatch) => Runner<Asking>;

/**
 * Charges each user once: writes the payment down under the customer's lock, with every rule checked again, and sends
 * it. Before an ACH debit the customer's banks are asked what is in the accounts (specification 2, section 7).
 */
export function createPaymentRunner(
  services: PaymentServices,
  paces: Paces,
  batch: RunningBatch & { kind: BulkPaymentKind },
): Runner<Asking> {
  return {
    prepare: async (items) => {
      if (batch.kind === "BULK_DEBIT") return new Map();
      const askings = await readLinks(
        services,
        items.map(({ userId }) => userId),
      );
      return new Map(
        items.flatMap(({ id, userId }) => {
          const asking = askings.get(userId);
          return asking && asking.links.length > 0 ? [[id, asking] as const] : [];
        }),
      );
    },
    run: async (item, asking, begin) => {
      if (asking && !(await paces.banks.turn(asking.links.length))) return null;
      if (asking && !(await begin())) return null;
      const asked = asking ? await askBanks(services, asking) : null;
      const pace = batch.kind === "BULK_DEBIT" ? paces.cards : paces.ach;
      if (!(await pace.turn(1))) return null;
      if (!asking && !(await begin())) return null;
      return pay(services, { item, asked, modes: COLLECTING_MODES }, (tools) =>
        beginItem(tools, { batch, item, asked }),
      );
    },
  };
}

interface Paying {
  item: ClaimedItem;
  asked: AskedUser | null;
  /** The modes that the payment is like: what became of earlier ones is found out first. */
  modes: readonly PaymentMode[];
}

/** Writes the payment of a row down with `begin`, whose refusal fails the row, and sends it. */
export async function pay(
  services: PaymentServices,
  { item, asked, modes }: Paying,
  begin: (tools: WriteTools) => Promise<Written<string | null>>,
): Promise<Outcome | null> {
  const accounts = asked && shownAccounts(asked);
  let paymentId: string | null;
  try {
    await services.payments.accountFor(item.userId, modes);
    paymentId = await writeAsJob(services, "bulk-jobs", begin);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Its turn comes once the recovery is over.
    if ((await readStanding(services.db.read)) === "RECOVERY") return null;
    const code = error.code === "NOT_FOUND" ? "UNKNOWN_USER" : "REFUSED";
    return failedRow(item, code, error.message, { accounts, asked });
  }
  if (paymentId === null) return null;
  // From here on the payment is its own: whatever fails now, another worker goes on with it.
  await services.payments.step(paymentId).catch((error: unknown) => {
    services.log.error({ paymentId, error: String(error) }, "step of a bulk row's payment failed");
  });
  return { item, state: "FOLLOW", errorCode: "", errorMessage: "", accounts, asked };
}
