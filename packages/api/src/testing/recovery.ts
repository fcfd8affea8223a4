import { randomUUID } from "node:crypto";
import { copyTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { beginPayment } from "../payments/begin-payment.ts";
import type { Surroundings } from "../recovery/environment.ts";
import { createTestApi, type TestApi } from "./harness.ts";
import type { Payable } from "./payable.ts";
import type { TestProcessors } from "./processors.ts";

/** A backup of an API's database as it is now. */
export const backUp = (api: TestApi): Promise<TestDatabase> =>
  copyTestDatabase({ url: api.database.directUrl, vault: api.vault });

/** A server that is started on a backup, with the journal and the processors of the one it was taken from. */
export const startOn = (
  held: TestDatabase,
  { clock, journal }: Pick<TestApi, "clock" | "journal">,
  { ach, cards }: Pick<TestProcessors, "ach" | "cards">,
  surroundings: Surroundings = { kind: "SANDBOX", address: "this machine" },
): Promise<TestApi> => createTestApi({ on: { held, clock, journal, ports: { ach, cards }, surroundings } });

/** A payment of ten dollars that was ordered, and not sent yet; returns its id. */
export const beginUnsent = (api: TestApi, customer: Payable, kind: "SALE" | "DEBIT"): Promise<string> =>
  api.database.unsafeTransaction((tx) =>
    beginPayment(api.tools(tx), {
      userId: customer.userId,
      kind,
      paymentType: "DEBIT",
      businessKey: randomUUID(),
      amountCents: 1000,
      instrument:
        kind === "SALE"
          ? { cardId: customer.cardId, bankAccountId: null, last4: "4242" }
          : { cardId: null, bankAccountId: customer.accountId, last4: "6789" },
    }),
  );
