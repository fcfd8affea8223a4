import { type ExportFormat, XLSX_TYPE } from "@countinghouse/validators/exports/cells";
import { COLLECTIONS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useMutation } from "@tanstack/react-query";
import { linkAddress } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { followLink } from "@/api/download.ts";
import { failureText } from "@/api/errors.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { saveBlob, saveFile } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";

const SILENT = { signal: new AbortController().signal, onProgress: () => {} };

/** Saves the contract of a user under the name it has among those of others. */
export function useContractDownload() {
  const { client } = trpc.useUtils();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ id, fileName }: { id: string; fileName: string }) => {
      const link = { fileId: id, purpose: "download", requestId: newRequestId() } as const;
      const { url } = await client.files.link.mutate(link);
      saveBlob(fileName, await followLink(linkAddress(url), SILENT));
    },
    onError: (error) => toast.error(failureText(error, TEXT.failed)),
  });
  return { download: mutate, downloadingId: isPending ? variables.id : null };
}

/** Saves the table of these users as a file. */
export function useCsv() {
  const { client } = trpc.useUtils();
  const { mutate, isPending } = useMutation({
    mutationFn: (asked: { userIds: number[]; format: ExportFormat }) =>
      client.collections.exportCsv.mutate({ ...asked, requestId: newRequestId() }),
    onSuccess: ({ fileName, base64, rows }, { format }) => {
      saveFile(fileName, format === "xlsx" ? XLSX_TYPE : "text/csv;charset=utf-8", base64);
      toast.success(
        `${fileName} is saved: ${rows === 1 ? "1 user" : `${rows.toLocaleString("en-US")} users`}.`,
      );
    },
    onError: (error) => toast.error(failureText(error, TEXT.failed)),
  });
  return { save: mutate, isSaving: isPending };
}
