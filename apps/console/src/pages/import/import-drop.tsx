import { IMPORT_ACCEPT, IMPORT_LIMITS } from "@countinghouse/validators/import/job-rules";
import { FileUpIcon } from "lucide-react";
import { useRef } from "react";
import { ScannerSentence } from "@/components/files/scanner-sentence.tsx";
import { cn } from "@/lib/cn.ts";
import { useFileDrops } from "@/lib/use-file-drops.ts";
import { Button } from "@/ui/button.tsx";
import { type SentFile, useImportFiles } from "./use-import-files.ts";

type ImportDropProps = { importId: string | null; onAdded: (id: string) => void };

/** Where the files of a book are dropped, or chosen. */
export function ImportDrop({ importId, onAdded }: ImportDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { items, add, isBusy } = useImportFiles(importId, onAdded);
  const take = (files: readonly File[]) => {
    if (!isBusy && files.length > 0) void add(files);
  };
  const isOver = useFileDrops(take);
  return (
    <section
      aria-label="Files to import"
      className={cn(
        "grid justify-items-center gap-1.5 rounded-lg border border-dashed border-input bg-card px-6 py-6 text-center transition-colors duration-120",
        isOver && !isBusy && "border-ring bg-primary-soft",
      )}
    >
      <FileUpIcon aria-hidden className="size-6 stroke-[1.5] text-muted-foreground" />
      <p className="text-base font-medium">
        {importId === null ? "Drop portfolio files here" : "Drop more files for this import here"}
      </p>
      <p className="max-w-prose text-sm text-muted-foreground">
        {IMPORT_LIMITS} They are stored sealed and deleted after the import. Nothing is imported before you
        see the plan. <ScannerSentence />
      </p>
      <div className="mt-2">
        <Button
          variant={importId === null ? "primary" : "secondary"}
          pending={isBusy}
          onClick={() => picker.current?.click()}
        >
          Choose files
        </Button>
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        accept={IMPORT_ACCEPT}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // The same file can be chosen again.
          event.target.value = "";
        }}
      />
      {items.length > 0 && (
        <ul aria-label="Uploaded files" className="mt-2 grid gap-1 text-sm">
          {items.map((item) => (
            <li key={item.key} className={cn(item.reason !== null && "text-danger-fg")}>
              {said(item)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function said({ name, part, reason }: SentFile): string {
  if (part !== null) return `${name}: ${Math.floor(part * 100)}% sent`;
  return reason === null ? `${name} was uploaded.` : `${name} was not accepted. ${reason}`;
}
