import { MOST_RETRIES, needsManualProcessing } from "@countinghouse/validators/chargebacks/rules";
import { paths } from "@/paths.ts";
import { CopyCell, LinkCell } from "@/table/cells.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";

/** How a row looks that needs manual processing; its word stands in `RetriesCell`. */
export const manualRowClass = ({ reprocessingAttempts }: { reprocessingAttempts: number }) =>
  needsManualProcessing(reprocessingAttempts) ? "[&>td]:bg-danger-soft" : undefined;

/** Attempts so far; from five on with the word that a person has to see to it. */
export const RetriesCell = ({ attempts }: { attempts: number }) => (
  <span className="flex items-center gap-2">
    <span className="num">{attempts}</span>
    {needsManualProcessing(attempts) && <StatusBadge tone="danger">Manual processing</StatusBadge>}
    {!needsManualProcessing(attempts) && <span className="sr-only">of {MOST_RETRIES}</span>}
  </span>
);

type UserOrRefProps = { userId: number | null; uniqueRef: string };

/** The customer of a report, or the processor's word for the payment where nobody is known. */
export const UserOrRef = ({ userId, uniqueRef }: UserOrRefProps) =>
  userId === null ? (
    <CopyCell value={uniqueRef} label="unique ref" />
  ) : (
    <LinkCell href={paths.userDetail({ id: userId })}>{userId}</LinkCell>
  );

/** Last four digits, '-' where there are none (specification 2, section 2). */
export const Last4Cell = ({ last4 }: { last4: string | null }) => <span className="num">{last4 || "-"}</span>;

type CodeCellProps = { code: string; meaning: string; reason: string };

/** A code with what it means, and in its tooltip what the bank or the network added. */
export const CodeCell = ({ code, meaning, reason }: CodeCellProps) => (
  <span title={[code, meaning, reason].filter((text) => text !== "").join(" · ")}>
    <span className="id-text">{code || "-"}</span>{" "}
    <span className="text-muted-foreground">{meaning || reason}</span>
  </span>
);
