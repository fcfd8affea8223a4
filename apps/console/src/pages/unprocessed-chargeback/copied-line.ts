import { typeLabelOf } from "@countinghouse/validators/chargeback-rules";
import { centsToInput } from "@countinghouse/validators/money";
import { formatNewYork } from "@countinghouse/validators/new-york";
import type { UnprocessedRow } from "./use-unprocessed.ts";

/** Stands for the reason of a bank transfer that came without one (specification 2, section 2). */
const NO_ACH_REASON = "N/A";

/**
 * A row as a tab-separated line: date in New York, id, name, amount, type label, last four digits, code and reason
 * (specification 2, section 2). What stands in a cell breaks no line.
 */
export function copiedLine(row: UnprocessedRow): string {
  const { createdAt, userId, uniqueRef, name, amountCents, transactionType, cardNumber, code, reason } = row;
  const isCard = transactionType === "CARD";
  return [
    formatNewYork(createdAt, "dateTime"),
    String(userId ?? uniqueRef),
    name,
    centsToInput(amountCents),
    typeLabelOf(transactionType),
    cardNumber || "-",
    code,
    reason || (isCard ? "" : NO_ACH_REASON),
  ]
    .map((cell) => cell.replaceAll(/\s+/g, " "))
    .join("\t");
}
