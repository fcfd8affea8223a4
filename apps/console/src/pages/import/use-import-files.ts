import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import {
  IMPORT_FILE_FIELD,
  IMPORT_FILES_PATH,
  IMPORT_ID_HEADER,
  whyNotImportFile,
} from "@countinghouse/validators/import/job-rules";
import { UPLOAD_REQUEST_HEADER } from "@countinghouse/validators/uploads/rules";
import { useEffect, useRef, useState } from "react";
import { useReadAgain } from "@/api/read-again.ts";
import { type FileAnswer, sendFile } from "@/api/send-file.ts";
import { newRequestId } from "@/lib/request-id.ts";

export type SentFile = {
  key: string;
  name: string;
  /** How much of it has left, from 0 to 1; null once it has ended. */
  part: number | null;
  /** Why it is not there; null while it is on its way, and when it is there. */
  reason: string | null;
};

/** Sends files to an import, one after the other; the first makes it. */
export function useImportFiles(importId: string | null, onAdded: (id: string) => void) {
  const readAgain = useReadAgain();
  const [items, setItems] = useState<readonly SentFile[]>([]);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    leaving.current = abort;
    return () => abort.abort();
  }, []);
  const change = (key: string, changes: Partial<SentFile>) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  const add = async (files: readonly File[]) => {
    const id = importId ?? newRequestId();
    const { signal } = leaving.current;
    const chosen = files.map((file) => ({ file, key: newRequestId() }));
    setItems((before) => [
      ...chosen.map(({ file, key }) => ({ key, name: file.name, part: 0, reason: null })),
      ...before,
    ]);
    let hasAdded = false;
    for (const { file, key } of chosen) {
      const whyNot = whyNotImportFile({ name: file.name, sizeBytes: file.size });
      const answer =
        whyNot === null
          ? await sendFile(file, {
              path: IMPORT_FILES_PATH,
              field: IMPORT_FILE_FIELD,
              headers: { [UPLOAD_REQUEST_HEADER]: key, [IMPORT_ID_HEADER]: id },
              signal,
              onProgress: (part) => change(key, { part }),
            })
          : null;
      if (answer === "cancelled" || signal.aborted) return;
      const reason = whyNot ?? reasonFor(answer);
      change(key, { part: null, reason });
      hasAdded ||= reason === null;
    }
    void readAgain("imports");
    if (hasAdded) onAdded(id);
  };
  return { items, add, isBusy: items.some(({ part }) => part !== null) };
}

const NO_ANSWER = "There is no answer from the server. Try it again.";

function reasonFor(answer: FileAnswer): string | null {
  if (answer === null) return NO_ANSWER;
  if (answer.status === 200) return null;
  const { body } = answer;
  const message = typeof body === "object" && body !== null && "message" in body ? body.message : null;
  return typeof message === "string" && message !== "" ? message : GENERAL_MESSAGES.somethingWentWrong;
}
