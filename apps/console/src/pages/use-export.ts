import { useEffect, useRef, useState } from "react";
import { download } from "@/api/download.ts";
import { saveBlob } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";

export type ExportState =
  | { kind: "idle" }
  | { kind: "running"; bytes: number }
  | { kind: "saved"; bytes: number }
  | { kind: "cancelled" }
  | { kind: "failed"; bytes: number; error: unknown };

/** An export that is saved under this name: one at a time, for as long as its page is open. */
export function useExport(fileName: string) {
  const [state, setState] = useState<ExportState>({ kind: "idle" });
  const running = useRef<AbortController | null>(null);

  useEffect(
    () => () => {
      if (running.current === null) return;
      running.current.abort();
      toast.info(`The export of ${fileName} was cancelled: its page was left.`);
    },
    [fileName],
  );

  const start = async (url: string) => {
    const abort = new AbortController();
    running.current = abort;
    let bytes = 0;
    setState({ kind: "running", bytes });
    try {
      const file = await download(url, {
        signal: abort.signal,
        onProgress: (soFar) => {
          bytes = soFar;
          if (!abort.signal.aborted) setState({ kind: "running", bytes });
        },
      });
      saveBlob(fileName, file);
      setState({ kind: "saved", bytes: file.size });
    } catch (error) {
      setState(abort.signal.aborted ? { kind: "cancelled" } : { kind: "failed", bytes, error });
    } finally {
      running.current = null;
    }
  };

  return { state, start: (url: string) => void start(url), cancel: () => running.current?.abort() };
}
