import { useState } from "react";
import { errorDetails } from "./errors.ts";
import { useReadAgain } from "./read-again.ts";

type Refusal<Row> = { row: Row; why: string };

/**
 * Sends one command for each row, one after the other, and then refetches the queries of `path`. Refused rows stay with their reason: a
 * second run sends only these.
 */
export function useOneByOne<Row>(rows: readonly Row[], path: Parameters<ReturnType<typeof useReadAgain>>[0]) {
  const [left, setLeft] = useState(rows);
  const [refusals, setRefusals] = useState<readonly Refusal<Row>[]>([]);
  const [isSending, setSending] = useState(false);
  const readAgain = useReadAgain();
  const run = async (
    send: (row: Row) => Promise<unknown>,
  ): Promise<{ done: Row[]; refused: readonly Refusal<Row>[] }> => {
    setSending(true);
    const refused: Refusal<Row>[] = [];
    for (const row of left)
      await send(row).catch((error: unknown) => refused.push({ row, why: errorDetails(error).message }));
    setSending(false);
    setLeft(refused.map(({ row }) => row));
    setRefusals(refused);
    await readAgain(path);
    return { done: left.filter((row) => !refused.some((each) => each.row === row)), refused };
  };
  return { left, refusals, isSending, run };
}
