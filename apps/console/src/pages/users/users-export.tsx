import { USERS_EXPORT_PATH, USERS_FILE_NAME } from "@countinghouse/validators/users/export";
import type { UserFilters } from "@countinghouse/validators/users/schemas";
import { apiUrl } from "@/api/api-url.ts";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useExport } from "@/components/exports/use-export.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { Button } from "@/ui/button.tsx";

type UsersExportProps = { filters: UserFilters; query: string };

/** Saves the customers who fulfil the filters as a file. */
export default function UsersExport({ filters, query }: UsersExportProps) {
  const { state, start, cancel } = useExport(USERS_FILE_NAME);
  const notAllowed = useWhyNot("users.export");
  const begin = () => {
    const said = exportQuery(filters);
    start(apiUrl(said === "" ? USERS_EXPORT_PATH : `${USERS_EXPORT_PATH}?${said}`));
  };
  const whyNot = notAllowed ?? (query === "" ? null : "Clear the search: an export takes filters only.");
  return (
    <>
      <Button disabledReason={whyNot} pending={state.kind === "running"} onClick={begin}>
        Export CSV
      </Button>
      {state.kind !== "idle" && (
        <div className="order-last basis-full">
          <ExportStatus fileName={USERS_FILE_NAME} state={state} onStart={begin} onCancel={cancel} />
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
