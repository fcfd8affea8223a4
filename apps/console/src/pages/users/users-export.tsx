import { USERS_EXPORT_PATH, USERS_FILE_NAME } from "@countinghouse/validators/users/export";
import type { UserFilters } from "@countinghouse/validators/users/schemas";
import { apiUrl } from "@/api/api-url.ts";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useExport } from "@/components/exports/use-export.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { Button } from "@/ui/button.tsx";
import { exportQuery } from "./use-user-filters.ts";

/** Saves the customers who fulfil the filters as a file. */
export function useUsersExport(filters: UserFilters, query: string) {
  const { state, start, cancel } = useExport(USERS_FILE_NAME);
  const notAllowed = useWhyNot("users.export");
  const begin = () => {
    const said = exportQuery(filters);
    start(apiUrl(said === "" ? USERS_EXPORT_PATH : `${USERS_EXPORT_PATH}?${said}`));
  };
  const whyNot = notAllowed ?? (query === "" ? null : "Clear the search: an export takes filters only.");
  return {
    button: (
      <Button disabledReason={whyNot} pending={state.kind === "running"} onClick={begin}>
        Export CSV
      </Button>
    ),
    status: (
      <div className="mb-3 empty:hidden">
        <ExportStatus fileName={USERS_FILE_NAME} state={state} onStart={begin} onCancel={cancel} />
      </div>
    ),
  };
}
