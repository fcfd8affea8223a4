import { chargebackLabel } from "@countinghouse/validators/chargebacks/rules";
import { harmlessCell } from "@countinghouse/validators/harmless-text";
import { centsToInput } from "@countinghouse/validators/money";
import { formatNewYork } from "@countinghouse/validators/new-york";
import type { UnprocessedRow } from "./use-unprocessed.ts";

/** Stands for the reason of a bank transfer that came without one (specification 2, section 2). */
const NO_ACH_REASON = "N/A";

/**
 * A row as a tab-separated line: date in New York, id, name, amount, type label, last four digits, code and reason
 * (specification 2, section 2). What stands in a cell breaks no line, and is run by no spreadsheet.
 */
export function copiedLine(row: UnprocessedRow): string {
  const { createdAt, userId, uniqueRef, name, amountCents, transactionType, cardNumber, code, reason } = row;
  const isCard = transactionType === "CARD";
  return [
    formatNewYork(createdAt, "dateTime"),
    harmlessCell(String(userId ?? uniqueRef)),
    harmlessCell(name),
    centsToInput(amountCents),
    chargebackLabel(transactionType),
    cardNumber || "-",
    harmlessCell(code),
    harmlessCell(reason) || (isCard ? "" : NO_ACH_REASON),
  ].join("\t");
}
