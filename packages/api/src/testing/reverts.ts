import { randomUUID } from "node:crypto";
import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import type { Role } from "@countinghouse/validators/roles";
import { type DueCustomer, dueCustomer, reviewed, startPayments } from "./bulk.ts";
import type { TestApi } from "./harness.ts";
import { PASSCODE } from "./payable.ts";

/** A bulk debit that is over, with as many customers, each of whom has paid what was due. */
export async function takenBatch(
  api: TestApi,
  customers = 1,
  kind: "BULK_DEBIT" | "BULK_ACH" = "BULK_DEBIT",
): Promise<{ batchId: string; customers: DueCustomer[] }> {
  const due: DueCustomer[] = [];
  for (let n = 0; n < customers; n++) due.push(await dueCustomer(api));
  const { batchId } = await startPayments(api, reviewed(kind, due));
  await api.services.bulkJobs.drain(kind);
  return { batchId, customers: due };
}

/** What a batch can be given back of, as somebody sees it. */
export const readPreview = async (api: TestApi, batchId: string, role: Role = "ADMIN") =>
  (await api.as(role)).reverts.preview({ batchId });

/** A press of giving a batch back, by somebody who has just looked at it. */
export async function toGiveBack(api: TestApi, batchId: string, rail: PaymentRail = "CARD") {
  const { rails } = await readPreview(api, batchId);
  const shown = rails.find((each) => each.rail === rail);
  return {
    requestId: randomUUID(),
    batchId,
    rail,
    count: shown?.count || 1,
    reviewed: shown?.reviewed ?? "",
    passcode: PASSCODE,
  };
}
