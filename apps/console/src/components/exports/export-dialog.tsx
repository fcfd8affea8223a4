import {
  EXPORT_FORMATS,
  type ExportDescription,
  type ExportFormat,
} from "@countinghouse/validators/exports/cells";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { describeExport } from "@/api/download.ts";
import { errorDetails } from "@/api/errors.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { Button } from "@/ui/button.tsx";
import { radioClass } from "@/ui/checkbox.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/ui/dialog.tsx";

/** Something that can be exported. */
export type ExportScope = {
  /** "All that match", "Selected". */
  label: string;
  /** What a row is, and how money and days stand in it, where that is not as usual. */
  note?: string | undefined;
  /** Where the server says what the file would hold; or that, where the console makes it. */
  about: { url: string } | ExportDescription;
  save: (format: ExportFormat) => void;
};

const SAVE_AS: Readonly<Record<ExportFormat, string>> = {
  csv: "Save as CSV",
  xlsx: "Save as Excel (XLSX)",
};

type ExportDialogProps = { scopes: readonly [ExportScope, ...ExportScope[]]; onClose: () => void };

/** Shows the contents of an export and asks for its format. */
export default function ExportDialog({ scopes, onClose }: ExportDialogProps) {
  const [chosen, choose] = useState(0);
  const scope = scopes[chosen] ?? scopes[0];
  const said = useDescription(scope.about);
  const name = useId();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Export</DialogTitle>
        </DialogHeader>
        <DialogBody>
          {scopes.length > 1 && (
            <fieldset className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
              <legend className="mb-1 text-xs text-muted-foreground">Which rows</legend>
              {scopes.map(({ label }, index) => (
                <label key={label} className="flex items-center gap-2">
                  <input
                    type="radio"
                    name={name}
                    className={radioClass}
                    checked={index === chosen}
                    onChange={() => choose(index)}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
          )}
          <Facts
            facts={[
              ["Rows", scopes.length > 1 ? said.rows : `${said.rows} · ${scope.label}`],
              ["Columns", said.columns],
              ["Times", "New York (ET)"],
              ["Amounts", scope.note ?? "US dollars"],
            ]}
          />
          <p className="text-xs text-muted-foreground">
            The audit records who exports what, with filters and number of rows.
          </p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          {EXPORT_FORMATS.map((format) => (
            <Button
              key={format}
              // The counts move the buttons when they arrive, so a click could miss until then.
              disabledReason={said.isRead ? null : "The rows are being counted."}
              variant={format === "csv" ? "primary" : "secondary"}
              onClick={() => {
                scope.save(format);
                onClose();
              }}
            >
              {SAVE_AS[format]}
            </Button>
          ))}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

/** How many rows and which columns there will be, as far as that is known. */
function useDescription(about: ExportScope["about"]): { rows: string; columns: string; isRead: boolean } {
  const url = "url" in about ? about.url : null;
  const asked = useQuery({
    queryKey: ["exports", url],
    queryFn: ({ signal }) => describeExport(url ?? "", signal),
    enabled: url !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const said = "url" in about ? asked.data : about;
  if (said)
    return { rows: said.rows.toLocaleString("en-US"), columns: said.columns.join(", "), isRead: true };
  const rows = asked.error ? `Could not be counted: ${errorDetails(asked.error).message}` : "Counting…";
  return { rows, columns: "", isRead: asked.error !== null };
}
