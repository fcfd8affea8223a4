import type { ExportFormat } from "@countinghouse/validators/exports/cells";
import {
  USERS_EXPORT_COLUMNS,
  USERS_EXPORT_PATH,
  USERS_FILE_NAME,
} from "@countinghouse/validators/users/export";
import type { UserFilters } from "@countinghouse/validators/users/schemas";
import { useState } from "react";
import { apiUrl } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import type { ExportScope } from "@/components/exports/export-dialog.tsx";
import { ExportMenu } from "@/components/exports/export-menu.tsx";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useExport } from "@/components/exports/use-export.ts";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type UsersExportProps = {
  filters: UserFilters;
  query: string;
  /** The loaded users. */
  userIds: readonly number[];
};

/** Saves all customers who match the filters, or the loaded ones, as a file. */
export default function UsersExport({ filters, query, userIds }: UsersExportProps) {
  const { state, fileName, start, cancel } = useExport(USERS_FILE_NAME);
  const notAllowed = useWhyNot("users.export");
  const said = exportQuery(filters);
  const url = apiUrl(said === "" ? USERS_EXPORT_PATH : `${USERS_EXPORT_PATH}?${said}`);
  const [lastUrl, setLastUrl] = useState(url);
  const begin = (address: string, format: ExportFormat) => {
    setLastUrl(address);
    start(address, format);
  };
  const freeze = trpc.customerLists.freeze.useMutation({
    onError: (error) => toast.error(errorDetails(error).message),
  });
  const all: ExportScope = {
    label: said === "" ? "all users" : "all events that match the filters",
    about: { url },
    save: (format) => begin(url, format),
  };
  const loaded: ExportScope = {
    label: "the loaded users",
    about: { columns: USERS_EXPORT_COLUMNS, rows: userIds.length },
    save: (format) =>
      freeze.mutate(
        {
          of: { list: "chosen", from: PAGE_TITLES.users, userIds: [...userIds] },
          expected: userIds.length,
          requestId: newRequestId(),
        },
        { onSuccess: ({ id }) => begin(apiUrl(`${USERS_EXPORT_PATH}?list=${id}`), format) },
      ),
  };
  const none = userIds.length === 0 ? "There are no users to export." : null;
  return (
    <>
      <ExportMenu
        label="Export CSV"
        disabledReason={notAllowed ?? none}
        pending={state.kind === "running" || freeze.isPending}
        // The address of a file never contains a search, so a search exports its loaded users only.
        scopes={query === "" ? [all, loaded] : [loaded]}
      />
      {state.kind !== "idle" && (
        <div className="order-last basis-full">
          <ExportStatus fileName={fileName} state={state} onStart={() => start(lastUrl)} onCancel={cancel} />
        </div>
      )}
    </>
  );
}

/** Returns the filters as the query of the export's address. */
const exportQuery = ({ tags, ...others }: UserFilters): string =>
  new URLSearchParams([
    ...Object.entries(others).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    ...(tags.length > 0 ? [["tags", tags.join(",")]] : []),
  ] as string[][]).toString();
