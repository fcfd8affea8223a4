import { BUSINESS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useMutation } from "@tanstack/react-query";
import { linkAddress } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { followLink } from "@/api/download.ts";
import { failureText } from "@/api/errors.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { saveBlob } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";

const SILENT = { signal: new AbortController().signal, onProgress: () => {} };
const NOBODY: readonly number[] = [];

/** Saves the documents of liens: one as it is, several as one zip file. */
export function useLienPdfs() {
  const { client } = trpc.useUtils();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (userIds: readonly number[]) => {
      const { url, fileName } = await client.businesses.lienPdfs.mutate({
        userIds: [...userIds],
        requestId: newRequestId(),
      });
      saveBlob(fileName, await followLink(linkAddress(url), SILENT));
    },
    onError: (error) => toast.error(failureText(error, TEXT.reportsFailed)),
  });
  return { download: mutate, downloading: isPending ? variables : NOBODY };
}
