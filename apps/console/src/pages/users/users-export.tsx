import { USERS_EXPORT_PATH, USERS_FILE_NAME } from "@countinghouse/validators/users/export";
import type { UserFilters } from "@countinghouse/validators/users/schemas";
import { apiUrl } from "@/api/api-url.ts";
import { ExportMenu } from "@/components/exports/export-menu.tsx";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useExport } from "@/components/exports/use-export.ts";
import { useWhyNot } from "@/layout/use-admin.ts";

type UsersExportProps = { filters: UserFilters; query: string };

/** Saves the customers who fulfil the filters as a file. */
export default function UsersExport({ filters, query }: UsersExportProps) {
  const { state, fileName, start, cancel } = useExport(USERS_FILE_NAME);
  const notAllowed = useWhyNot("users.export");
  const said = exportQuery(filters);
  const url = apiUrl(said === "" ? USERS_EXPORT_PATH : `${USERS_EXPORT_PATH}?${said}`);
  const searched = "Clear the search, or select customers: an export of all takes filters only.";
  return (
    <>
      <ExportMenu
        label="Export CSV"
        disabledReason={notAllowed ?? (query === "" ? null : searched)}
        pending={state.kind === "running"}
        scopes={[
          {
            label: said === "" ? "all users" : "all that match the filters",
            about: { url },
            save: (format) => start(url, format),
          },
        ]}
      />
      {state.kind !== "idle" && (
        <div className="order-last basis-full">
          <ExportStatus fileName={fileName} state={state} onStart={() => start(url)} onCancel={cancel} />
        </div>
      )}
    </>
  );
}

/** The filters as the export's address names them. */
const exportQuery = ({ tags, ...others }: UserFilters): string =>
  new URLSearchParams([
    ...Object.entries(others).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    ...(tags.length > 0 ? [["tags", tags.join(",")]] : []),
  ] as string[][]).toString();
