import { LEDGER_FILE_NAME } from "@countinghouse/validators/ledger-list";
import { useEffect, useRef, useState } from "react";
import { LEDGER_EXPORT_URL } from "@/api/api-url.ts";
import { download } from "@/api/download.ts";
import { saveBlob } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";

export type ExportState =
  | { kind: "idle" }
  | { kind: "running"; bytes: number }
  | { kind: "saved"; bytes: number }
  | { kind: "cancelled" }
  | { kind: "failed"; bytes: number; error: unknown };

/** The export of the whole ledger: one at a time, for as long as its page is open. */
export function useLedgerExport() {
  const [state, setState] = useState<ExportState>({ kind: "idle" });
  const running = useRef<AbortController | null>(null);

  useEffect(
    () => () => {
      if (running.current === null) return;
      running.current.abort();
      toast.info(`The export of ${LEDGER_FILE_NAME} was cancelled: its page was left.`);
    },
    [],
  );

  const start = async () => {
    const abort = new AbortController();
    running.current = abort;
    let bytes = 0;
    setState({ kind: "running", bytes });
    try {
      const file = await download(LEDGER_EXPORT_URL, {
        signal: abort.signal,
        onProgress: (soFar) => {
          bytes = soFar;
          if (!abort.signal.aborted) setState({ kind: "running", bytes });
        },
      });
      saveBlob(LEDGER_FILE_NAME, file);
      setState({ kind: "saved", bytes: file.size });
    } catch (error) {
      setState(abort.signal.aborted ? { kind: "cancelled" } : { kind: "failed", bytes, error });
    } finally {
      running.current = null;
    }
  };

  return { state, start: () => void start(), cancel: () => running.current?.abort() };
}
