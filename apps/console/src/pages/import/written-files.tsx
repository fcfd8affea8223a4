import { IMPORT_REPORT_PATH } from "@countinghouse/validators/import/job-rules";
import { useState } from "react";
import { apiUrl } from "@/api/api-url.ts";
import { download } from "@/api/download.ts";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useFileExport } from "@/components/exports/use-export.ts";
import { Button } from "@/ui/button.tsx";
import type { Job } from "./import-job.tsx";

type WrittenFile = Job["written"][number];

/** The refused rows, the findings, and the customers who were kept, each as a file. */
export function WrittenFiles({ files }: { files: readonly WrittenFile[] }) {
  const { state, start, cancel } = useFileExport();
  const [last, setLast] = useState<WrittenFile | null>(null);
  if (files.length === 0) return null;
  const save = (file: WrittenFile) => {
    setLast(file);
    void start(file.name, (options) => download(apiUrl(`${IMPORT_REPORT_PATH}${file.id}`), options));
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {files.map((file) => (
          <Button
            key={file.id}
            disabledReason={state.kind === "running" ? "A file is being downloaded." : null}
            onClick={() => save(file)}
          >
            {KINDS[file.kind]}: {file.name}
          </Button>
        ))}
      </div>
      {last && (
        <ExportStatus fileName={last.name} state={state} onStart={() => save(last)} onCancel={cancel} />
      )}
    </div>
  );
}

const KINDS: Readonly<Record<WrittenFile["kind"], string>> = {
  UPLOADED: "File",
  REFUSED: "Refused rows",
  FINDINGS: "Findings",
};
