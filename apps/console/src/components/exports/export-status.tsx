import { detailsText, errorDetails } from "@/api/errors.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { ErrorState } from "@/ui/states.tsx";
import type { ExportState } from "./use-export.ts";

type ExportStatusProps = { fileName: string; state: ExportState; onStart: () => void; onCancel: () => void };

/** How far the export is, or how it ended. */
export function ExportStatus({ fileName, state, onStart, onCancel }: ExportStatusProps) {
  switch (state.kind) {
    case "running":
      return (
        <Alert
          live="polite"
          action={
            <Button size="small" onClick={onCancel}>
              Cancel
            </Button>
          }
        >
          Exporting {fileName}. Stay on this page until it is saved.{" "}
          {/* Read out each quarter of a second, nothing else could be heard. */}
          <span aria-live="off" className="num">
            {sizeText(state.bytes)} so far
          </span>
        </Alert>
      );
    case "saved":
      return (
        <Alert live="polite">
          {fileName} is complete and saved: {sizeText(state.bytes)}.
        </Alert>
      );
    case "cancelled":
      return <Alert live="polite">The export was cancelled. No file was saved.</Alert>;
    case "failed":
      return (
        <Card>
          <ErrorState
            message={whyFailed(state)}
            details={detailsText(errorDetails(state.error))}
            onRetry={onStart}
          />
        </Card>
      );
    default:
      return null;
  }
}

function whyFailed({ bytes, error }: Extract<ExportState, { kind: "failed" }>): string {
  const { message } = errorDetails(error);
  return bytes === 0
    ? `${/[.!?]$/.test(message) ? message : `${message}.`} No file was saved.`
    : `The export stopped after ${sizeText(bytes)}. No file was saved.`;
}

const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
