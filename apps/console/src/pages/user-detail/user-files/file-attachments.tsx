import { fileTypeLabel, formatBytes, whyNotPreviewFile } from "@countinghouse/validators/files/rules";
import { FILES_MESSAGES } from "@countinghouse/validators/messages";
import { useState } from "react";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { FileButtons, FileName, FileNameForReaders } from "@/components/files/file-buttons.tsx";
import { FilePreview } from "@/components/files/file-preview.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { DateCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";
import { Spinner } from "@/ui/progress.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { SECTIONS } from "../sections.ts";
import { FilesFilters } from "./files-filters.tsx";
import { type UserFile, type UserFiles, useUserFiles } from "./use-user-files.ts";
import { NoFiles } from "./user-files-section.tsx";

type FileAttachmentsProps = { userId: number; onClose: () => void };

/** The customer's documents by their type, each to be looked at or saved. */
export default function FileAttachments({ userId, onClose }: FileAttachmentsProps) {
  const query = useUserFiles(userId, true);
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent width="wide">
        <SheetHeader title={SECTIONS["file-attachments"].title} />
        <SheetBody>
          {query.isPending && <Spinner />}
          {query.error && (
            <ErrorState
              message={FILES_MESSAGES.loadFailed}
              details={detailsText(errorDetails(query.error))}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          )}
          {query.data && !query.error && <Attachments files={query.data} />}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

function Attachments({ files }: { files: UserFiles }) {
  const [previewedId, setPreviewedId] = useState<string | null>(null);
  const previewed = files.userFiles.find(({ id }) => id === previewedId);
  const byType = Map.groupBy(files.userFiles, ({ type }) => type);
  return (
    <>
      <FilesFilters files={files} />
      {files.userFiles.length === 0 && <NoFiles hasOthers={files.types.length > 0} />}
      {previewed && <FilePreview key={previewed.id} file={previewed} onClose={() => setPreviewedId(null)} />}
      {[...byType].map(([type, ofType]) => (
        <section key={type} aria-label={fileTypeLabel(type)} className="grid gap-1">
          <h3 className="font-semibold">{fileTypeLabel(type)}</h3>
          <ul className="grid">
            {ofType.map((file) => (
              <Attachment
                key={file.id}
                file={file}
                isPreviewed={file.id === previewedId}
                onPreview={() => setPreviewedId(file.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

type AttachmentProps = { file: UserFile; isPreviewed: boolean; onPreview: () => void };

function Attachment({ file, isPreviewed, onPreview }: AttachmentProps) {
  const whyNot = useWhyNot("files.download") ?? whyNotPreviewFile(file);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-border/60 py-1.5 last:border-b-0">
      <span className="grid min-w-0">
        <FileName name={file.name} />
        <span className="text-sm text-muted-foreground">
          <DateCell at={file.createdAt} /> ET, {formatBytes(file.sizeBytes)}
          {file.applicationId !== null && `, application #${file.applicationId}`}
        </span>
      </span>
      <span className="flex flex-wrap justify-end gap-1">
        <Button size="small" disabledReason={whyNot} aria-pressed={isPreviewed} onClick={onPreview}>
          Preview <FileNameForReaders name={file.name} />
        </Button>
        <FileButtons file={file} />
      </span>
    </li>
  );
}
