import { UPLOADS_MESSAGES } from "@countinghouse/validators/messages";
import {
  MOST_UPLOADS_AT_ONCE,
  TOO_MANY_UPLOADS,
  type UploadOutcome,
  whyNotUpload,
} from "@countinghouse/validators/uploads/rules";
import { useEffect, useRef, useState } from "react";
import { useReadAgain } from "@/api/read-again.ts";
import { upload } from "@/api/upload.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

export type Upload = {
  /** Names the press that sends it; a further press is another one, unless nobody knows what came of the first. */
  requestId: string;
  key: string;
  file: File;
  /** "waiting" until it is its turn. */
  stage: "waiting" | "sending" | "ended";
  /** How much of it has left, from 0 to 1. */
  part: number;
  /** Null until it ended, and when it was cancelled. */
  outcome: UploadOutcome | null;
};

/** More at once would each be slower. */
const SENT_AT_ONCE = 2;

/** The files chosen on this page, each sent on its own: one that fails stops no other. */
export function useUploads() {
  const readAgain = useReadAgain();
  const [items, setItems] = useState<readonly Upload[]>([]);
  const waiting = useRef<Upload[]>([]);
  const sending = useRef(new Map<string, AbortController>());

  const change = (key: string, changes: Partial<Upload>) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  const run = async (item: Upload) => {
    const { key, file, requestId } = item;
    const abort = new AbortController();
    sending.current.set(key, abort);
    change(key, { stage: "sending", part: 0 });
    const outcome = await upload(file, {
      requestId,
      signal: abort.signal,
      onProgress: (part) => change(key, { part }),
    });
    sending.current.delete(key);
    change(key, { stage: "ended", outcome });
    next();
    void readAgain("uploads");
  };
  const next = () => {
    while (sending.current.size < SENT_AT_ONCE) {
      const item = waiting.current.shift();
      if (item === undefined) return;
      void run(item);
    }
  };
  const add = (files: readonly File[]) => {
    const added = files.map((file, index) => toUpload(file, index));
    setItems((before) => [...added, ...before]);
    waiting.current.push(...added.filter(({ stage }) => stage === "waiting"));
    next();
  };
  const cancel = (key: string) => {
    waiting.current = waiting.current.filter((item) => item.key !== key);
    const abort = sending.current.get(key);
    if (abort) abort.abort();
    else change(key, { stage: "ended", outcome: null });
  };
  const retry = (item: Upload) => {
    const isKnown = item.outcome !== null && item.outcome.state !== "UNKNOWN";
    const again: Upload = {
      ...item,
      requestId: isKnown ? newRequestId() : item.requestId,
      stage: "waiting",
      part: 0,
      outcome: null,
    };
    change(item.key, again);
    waiting.current.push(again);
    next();
  };
  useEffect(() => {
    const running = sending.current;
    return () => {
      if (running.size === 0) return;
      waiting.current = [];
      for (const abort of running.values()) abort.abort();
      toast.info("Uploads in progress were cancelled because you left the page.");
    };
  }, []);
  return {
    items,
    add,
    cancel,
    retry,
    isBusy: items.some(({ stage }) => stage !== "ended"),
    clear: () => setItems((before) => before.filter(({ stage }) => stage !== "ended")),
  };
}

/** What is certain to be refused is not sent. */
function toUpload(file: File, index: number): Upload {
  const { name } = file;
  const tooMany = index >= MOST_UPLOADS_AT_ONCE ? TOO_MANY_UPLOADS : null;
  const reason = tooMany ?? whyNotUpload({ name, sizeBytes: file.size });
  const refused =
    reason === null
      ? null
      : ({ fileName: name, state: "REFUSED", message: UPLOADS_MESSAGES.failed(name), reason } as const);
  return {
    key: newRequestId(),
    requestId: newRequestId(),
    file,
    stage: refused ? "ended" : "waiting",
    part: 0,
    outcome: refused,
  };
}
