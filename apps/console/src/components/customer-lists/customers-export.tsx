import type { CustomerSource } from "@countinghouse/validators/customer-lists/schemas";
import { USERS_EXPORT_PATH, USERS_FILE_NAME } from "@countinghouse/validators/users/export";
import { useState } from "react";
import { apiUrl } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import ExportDialog from "@/components/exports/export-dialog.tsx";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useExport } from "@/components/exports/use-export.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";

type CustomersExportProps = { of: () => CustomerSource; expected: number };

/** Saves the customers of what is selected as a file, as they are kept at that moment. */
export function CustomersExport({ of, expected }: CustomersExportProps) {
  const { state, fileName, start, cancel } = useExport(USERS_FILE_NAME);
  const [url, setUrl] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const whyNot = useWhyNot("users.export");
  const freeze = trpc.customerLists.freeze.useMutation({
    onSuccess: ({ id }) => {
      setUrl(apiUrl(`${USERS_EXPORT_PATH}?list=${id}`));
      setAsking(true);
    },
    onError: (error) => toast.error(errorDetails(error).message),
  });
  return (
    <>
      <Button
        size="small"
        disabledReason={whyNot}
        pending={freeze.isPending || state.kind === "running"}
        onClick={() => freeze.mutate({ of: of(), expected, requestId: newRequestId() })}
      >
        Export
      </Button>
      {url !== null && isAsking && (
        <ExportDialog
          scopes={[
            {
              label: "the selected customers",
              about: { url },
              save: (format) => start(url, format),
            },
          ]}
          onClose={() => setAsking(false)}
        />
      )}
      {url !== null && state.kind !== "idle" && (
        <div className="order-last basis-full">
          <ExportStatus fileName={fileName} state={state} onStart={() => start(url)} onCancel={cancel} />
        </div>
      )}
    </>
  );
}
