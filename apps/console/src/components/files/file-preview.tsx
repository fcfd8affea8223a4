import { FILES_MESSAGES } from "@countinghouse/validators/messages";
import { useQuery } from "@tanstack/react-query";
import { linkAddress } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { detailsText, errorDetails, failureText } from "@/api/errors.ts";
import { cn } from "@/lib/cn.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { Button } from "@/ui/button.tsx";
import { Spinner } from "@/ui/progress.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { FileName } from "./file-buttons.tsx";

type FilePreviewProps = {
  file: { id: string; name: string };
  onClose: () => void;
  /** Whether it has the whole drawer for itself. */
  tall?: boolean;
};

/** A file as the browser shows it, in a frame of its own. */
export function FilePreview({ file, onClose, tall = false }: FilePreviewProps) {
  const link = usePreviewLink(file.id);
  return (
    <section aria-label="Preview" className="grid gap-2 rounded-lg border p-3">
      <header className="flex items-center gap-3">
        <h3 className="flex min-w-0 font-semibold">
          <FileName name={file.name} />
        </h3>
        <Button size="small" variant="ghost" className="ml-auto" onClick={onClose}>
          Close preview
        </Button>
      </header>
      {link.error && (
        <ErrorState
          message={failureText(link.error, FILES_MESSAGES.generateFailed)}
          details={detailsText(errorDetails(link.error))}
          onRetry={() => void link.refetch()}
          retrying={link.isFetching}
        />
      )}
      {link.isPending && <Spinner />}
      {link.data !== undefined && (
        <iframe
          src={link.data}
          title={`Preview of ${file.name}`}
          className={cn("w-full rounded-md border bg-card", tall ? "h-[calc(100svh-10rem)]" : "h-[60vh]")}
        />
      )}
    </section>
  );
}

/** Asked for once: each link leaves its mark in the audit, lasts a minute, and is kept no longer than it is shown. */
function usePreviewLink(fileId: string) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ["file-preview", fileId],
    queryFn: async () => {
      const purpose = "preview";
      const { url } = await client.files.link.mutate({ fileId, purpose, requestId: newRequestId() });
      return linkAddress(url);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
