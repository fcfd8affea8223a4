import { ExportMenu } from "./export-menu.tsx";
import { ExportStatus } from "./export-status.tsx";
import { useExport } from "./use-export.ts";

type ListExport = {
  /** The name of the file as CSV. */
  csvName: string;
  /** The address of the file. */
  url: string;
  label?: string;
  /** The rows of the file in words. */
  rows: string;
  /** The meaning of a row, and its units, where they differ from the usual ones. */
  note?: string;
  disabledReason: string | null;
};

/** Returns the export of a list as one file: the button for the head of the page, and the progress or outcome. */
export function useListExport({
  csvName,
  url,
  label = "Export CSV",
  rows,
  note,
  disabledReason,
}: ListExport) {
  const { state, fileName, start, cancel } = useExport(csvName);
  const pending = state.kind === "running";
  return {
    pending,
    start,
    button: (
      <ExportMenu
        label={label}
        disabledReason={disabledReason}
        pending={pending}
        scopes={[{ label: rows, note, about: { url }, save: (format) => start(url, format) }]}
      />
    ),
    status: <ExportStatus fileName={fileName} state={state} onStart={() => start(url)} onCancel={cancel} />,
  };
}
