import { MOST_AUDIT_SELECTED, TOO_MANY_SELECTED } from "@countinghouse/validators/audit/rules";
import type { ExportFormat } from "@countinghouse/validators/exports/cells";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { describeExport } from "@/api/download.ts";
import { ExportMenu } from "@/components/exports/export-menu.tsx";
import type { Chosen } from "@/table/selection.ts";
import { useSelection } from "@/table/use-selection.ts";
import type { AuditEvent } from "./audit-columns.tsx";

type AuditSelection = {
  /** Where the file of all that match is asked for. */
  exportUrl: string;
  rows: readonly AuditEvent[] | undefined;
  pending: boolean;
  save: (url: string, format: ExportFormat) => void;
};

const NO_ROWS: readonly AuditEvent[] = [];

/** Events that are selected are saved as a file: those alone, or all that match but some. */
export function useAuditSelection({ exportUrl, rows = NO_ROWS, pending, save }: AuditSelection) {
  const [isSelecting, setSelecting] = useState(false);
  // How many match is counted once somebody selects: among millions of events it takes a while.
  const { data } = useQuery({
    queryKey: ["exports", exportUrl, "selecting"],
    queryFn: ({ signal }) => describeExport(exportUrl, signal),
    enabled: isSelecting,
    retry: false,
  });
  const of = useSelection<AuditEvent>({
    listKey: exportUrl,
    rows,
    rowKey: ({ id }) => id,
    toName: ({ id }) => `event ${id}`,
    total: data?.rows,
  });
  useEffect(
    () =>
      of.subscribe(() => {
        const { chosen } = of.get();
        setSelecting(chosen.isAll || chosen.rows.size > 0);
      }),
    [of],
  );
  const actions = (chosen: Chosen<AuditEvent>) => {
    const url = toUrl(exportUrl, chosen);
    return (
      <ExportMenu
        label="Export"
        size="small"
        disabledReason={picked(chosen).length > MOST_AUDIT_SELECTED ? TOO_MANY_SELECTED : null}
        pending={pending}
        scopes={[
          {
            label: "the selected events",
            note: "As stored in the events, in cents",
            about: { url },
            save: (format) => save(url, format),
          },
        ]}
      />
    );
  };
  return { of, actions };
}

/** The ids that are named one by one: of what is selected, or of what is let go of. */
const picked = (chosen: Chosen<AuditEvent>): string[] => [
  ...(chosen.isAll ? chosen.except : chosen.rows).keys(),
];

const toUrl = (exportUrl: string, chosen: Chosen<AuditEvent>): string => {
  const ids = picked(chosen);
  if (ids.length === 0) return exportUrl;
  return `${exportUrl}&${new URLSearchParams({ [chosen.isAll ? "except" : "only"]: ids.join(",") })}`;
};
