import { UPLOADS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { UPLOAD_ACCEPT, UPLOAD_LIMITS } from "@countinghouse/validators/uploads/rules";
import { FileUpIcon } from "lucide-react";
import { useRef } from "react";
import { ScannerSentence } from "@/components/files/scanner-sentence.tsx";
import { cn } from "@/lib/cn.ts";
import { useFileDrops } from "@/lib/use-file-drops.ts";
import { Button } from "@/ui/button.tsx";

type DropAreaProps = {
  onFiles: (files: readonly File[]) => void;
  /** Why nothing may be uploaded. */
  disabledReason: string | null;
};

/** Where files are dropped, or chosen from a list. What is dropped beside it counts as well. */
export function DropArea({ onFiles, disabledReason }: DropAreaProps) {
  const picker = useRef<HTMLInputElement>(null);
  const take = (files: readonly File[]) => {
    if (disabledReason === null && files.length > 0) onFiles(files);
  };
  const isOver = useFileDrops(take);
  return (
    <section
      aria-label="Files to upload"
      className={cn(
        "grid justify-items-center gap-1.5 rounded-lg border border-dashed border-input bg-card px-6 py-8 text-center transition-colors duration-120",
        isOver && disabledReason === null && "border-ring bg-primary-soft",
      )}
    >
      <FileUpIcon aria-hidden className="size-6 stroke-[1.5] text-muted-foreground" />
      <p className="text-base font-medium">Drag files here for a single or bulk upload</p>
      <p className="max-w-prose text-sm text-muted-foreground">
        {UPLOAD_LIMITS} Note that {TEXT.prohibited}. <ScannerSentence />
      </p>
      <div className="mt-2">
        <Button variant="primary" disabledReason={disabledReason} onClick={() => picker.current?.click()}>
          Choose files
        </Button>
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={UPLOAD_ACCEPT}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // The same file can be chosen again.
          event.target.value = "";
        }}
      />
    </section>
  );
}
