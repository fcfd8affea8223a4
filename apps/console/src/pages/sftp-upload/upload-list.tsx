import { formatBytes } from "@countinghouse/validators/files/rules";
import { CheckIcon, CircleSlashIcon, ClockIcon, TriangleAlertIcon, XIcon } from "lucide-react";
import { Section } from "@/layout/section.tsx";
import { Button } from "@/ui/button.tsx";
import { Spinner } from "@/ui/progress.tsx";
import type { Upload } from "./use-uploads.ts";

type UploadListProps = {
  items: readonly Upload[];
  onCancel: (key: string) => void;
  onRetry: (item: Upload) => void;
  onClear: () => void;
};

/** The files chosen since the page was opened: how far each is, and what came of it. */
export function UploadList({ items, onCancel, onRetry, onClear }: UploadListProps) {
  const ended = items.filter(({ stage }) => stage === "ended").length;
  return (
    <Section
      id="uploading"
      title="This upload"
      actions={
        <>
          <output className="num text-sm text-muted-foreground">
            {ended.toLocaleString("en-US")} of {items.length.toLocaleString("en-US")} done
          </output>
          <Button
            size="small"
            variant="ghost"
            disabledReason={ended === 0 ? "No file is finished yet." : null}
            onClick={onClear}
          >
            Clear list
          </Button>
        </>
      }
    >
      <ul aria-label="Files of this upload" className="divide-y">
        {items.map((item) => (
          <li key={item.key} className="flex min-h-10 items-center gap-3 py-1.5 text-sm">
            <Sign item={item} />
            <div className="min-w-0 flex-1">
              <Said item={item} />
            </div>
            <span className="num shrink-0 text-muted-foreground">{formatBytes(item.file.size)}</span>
            <Act item={item} onCancel={onCancel} onRetry={onRetry} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Sign({ item: { stage, outcome } }: { item: Upload }) {
  if (stage === "waiting") return <ClockIcon aria-hidden className="size-4 shrink-0 text-muted-foreground" />;
  if (stage === "sending") return <Spinner />;
  if (outcome === null)
    return <CircleSlashIcon aria-hidden className="size-4 shrink-0 text-muted-foreground" />;
  if (outcome.state === "UPLOADED") return <CheckIcon aria-hidden className="size-4 shrink-0 text-success" />;
  if (outcome.state === "UNKNOWN")
    return <TriangleAlertIcon aria-hidden className="size-4 shrink-0 text-warning-fg" />;
  return <XIcon aria-hidden className="size-4 shrink-0 text-danger" />;
}

function Said({ item: { file, stage, part, outcome } }: { item: Upload }) {
  if (stage === "waiting") return <p className="truncate">{file.name} is waiting.</p>;
  if (stage === "sending")
    return (
      <div className="flex items-center gap-3">
        <span className="min-w-0 truncate">{file.name}</span>
        <progress
          aria-label={`Upload of ${file.name}`}
          value={Math.round(part * 100)}
          max={100}
          className="h-2 w-32 shrink-0 accent-primary"
        />
        <span aria-hidden className="num w-10 shrink-0 text-muted-foreground">
          {Math.round(part * 100)}%
        </span>
      </div>
    );
  if (outcome === null) return <p className="truncate">{file.name} was cancelled.</p>;
  return (
    <output className="block wrap-anywhere">
      {outcome.message}
      {outcome.reason !== "" && <span className="text-muted-foreground"> {outcome.reason}</span>}
    </output>
  );
}

type ActProps = Pick<UploadListProps, "onCancel" | "onRetry"> & { item: Upload };

function Act({ item, onCancel, onRetry }: ActProps) {
  const { file, key, stage, outcome } = item;
  if (stage !== "ended")
    return (
      <Button size="small" aria-label={`Cancel ${file.name}`} onClick={() => onCancel(key)}>
        Cancel
      </Button>
    );
  // What the rules refuse is refused again.
  if (outcome?.state === "UPLOADED" || outcome?.state === "REFUSED") return null;
  return (
    <Button size="small" aria-label={`Retry ${file.name}`} onClick={() => onRetry(item)}>
      Retry
    </Button>
  );
}
