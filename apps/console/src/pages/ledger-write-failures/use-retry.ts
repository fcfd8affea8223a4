import type { RouterOutputs } from "@countinghouse/api";
import { LEDGER_WRITES_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useEffect, useRef, useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { pause } from "@/lib/pause.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type Progress = RouterOutputs["ledgerWrites"]["progress"];

const ASKED_EVERY_MS = 1_000;
/** After this long the sheet is slow, and nobody is kept waiting for it. */
const FOLLOWED_FOR = 20;

const NONE: ReadonlySet<string> = new Set();

/** Writes failures again and follows them to their end; until then their rows are busy. */
export function useRetry() {
  const { client } = trpc.useUtils();
  const readAgain = useReadAgain();
  const [busy, setBusy] = useState(NONE);
  const left = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);

  /** Null when the page was left: what became of it stands on the list. */
  const follow = async (items: { id: string }[]): Promise<Progress | null> => {
    const { signal } = left.current;
    let progress: Progress = [];
    for (let turn = 0; turn < FOLLOWED_FOR; turn++) {
      await pause(ASKED_EVERY_MS, signal);
      if (signal.aborted) return null;
      progress = await client.ledgerWrites.progress.query({ items });
      if (progress.every(({ state }) => state !== "QUEUED")) break;
    }
    return progress;
  };
  const retry = async (ids: readonly string[]) => {
    const items = ids.map((id) => ({ id }));
    setBusy((before) => new Set([...before, ...ids]));
    try {
      await client.ledgerWrites.retry.mutate({ items, requestId: newRequestId() });
      const progress = await follow(items);
      if (progress) announce(progress);
    } catch (error) {
      toast.error(TEXT.retryFailed, { description: failureText(error) });
    }
    await readAgain("ledgerWrites");
    setBusy((before) => new Set([...before].filter((id) => !ids.includes(id))));
  };
  return { busy, retry: (ids: readonly string[]) => void retry(ids) };
}

function announce(progress: Progress): void {
  const failed = progress.filter(({ state }) => state === "FAILED");
  const waiting = progress.filter(({ state }) => state === "QUEUED");
  const [first] = failed;
  if (first) {
    const which = progress.length === 1 ? "" : `${failed.length} of ${progress.length}: `;
    toast.error(TEXT.retryFailed, { description: `${which}${first.errorMessage}` });
  } else if (waiting.length > 0)
    toast.info("The ledger sheet does not answer", {
      description: "Retried rows are sent automatically. They appear here again if they fail.",
    });
  else toast.success(TEXT.retrySucceeded);
}
