import { type ExportFormat, fileNameIn } from "@countinghouse/validators/exports/cells";
import { useEffect, useRef, useState } from "react";
import { type DownloadOptions, download, withForm } from "@/api/download.ts";
import { saveBlob } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";

export type ExportState =
  | { kind: "idle" }
  | { kind: "running"; bytes: number }
  | { kind: "saved"; bytes: number }
  | { kind: "cancelled" }
  | { kind: "failed"; bytes: number; error: unknown };

/** A file that is fetched and saved, one at a time, for as long as its page is open. */
export function useFileExport() {
  const [state, setState] = useState<ExportState>({ kind: "idle" });
  const running = useRef<{ fileName: string; abort: AbortController } | null>(null);

  useEffect(
    () => () => {
      if (running.current === null) return;
      running.current.abort.abort();
      toast.info(`The export of ${running.current.fileName} was cancelled because you left its page.`);
    },
    [],
  );

  const start = async (fileName: string, fetchFile: (options: DownloadOptions) => Promise<Blob>) => {
    const abort = new AbortController();
    running.current = { fileName, abort };
    let bytes = 0;
    setState({ kind: "running", bytes });
    try {
      const file = await fetchFile({
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

  return { state, start, cancel: () => running.current?.abort.abort() };
}

/** An export of the server that is saved under this name, or that of the form it is asked for in. */
export function useExport(csvName: string) {
  const { state, start, cancel } = useFileExport();
  const [format, setFormat] = useState<ExportFormat>("csv");
  const fileName = fileNameIn(format, csvName);
  return {
    state,
    fileName,
    start: (url: string, form: ExportFormat = format) => {
      setFormat(form);
      const address = form === "csv" ? url : withForm(url, form);
      void start(fileNameIn(form, csvName), (options) => download(address, options));
    },
    cancel,
  };
}
