import { FILES_MESSAGES } from "@countinghouse/validators/messages";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { linkAddress } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { followLink } from "@/api/download.ts";
import { errorDetails, failureText } from "@/api/errors.ts";
import { copy } from "@/lib/copy.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { saveBlob } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";

const NEVER = new AbortController().signal;
const SILENT = { signal: NEVER, onProgress: () => {} };

/** Saves one file under its name. Nothing of it stays in any cache of ours. */
export function useDownloadFile() {
  const { client } = trpc.useUtils();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (fileId: string) => {
      const purpose = "download";
      const { url, fileName } = await client.files.link.mutate({
        fileId,
        purpose,
        requestId: newRequestId(),
      });
      saveBlob(fileName, await followLink(linkAddress(url), SILENT));
    },
    onError: (error) => toast.error(failureText(error, FILES_MESSAGES.generateFailed), whyFrom(error)),
  });
  return { download: mutate, pendingId: isPending ? variables : null };
}

/** Saves files as one zip file. `percent` is how much of it is there, null while that is not known. */
export function useDownloadZip(userId: number) {
  const { client } = trpc.useUtils();
  const [percent, setPercent] = useState<number | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async (fileIds: string[]) => {
      const { url, fileName } = await client.files.zip.mutate({ userId, fileIds, requestId: newRequestId() });
      const onProgress = (bytes: number, total: number | null) =>
        setPercent(total === null ? null : Math.floor((bytes / total) * 100));
      saveBlob(fileName, await followLink(linkAddress(url), { signal: NEVER, onProgress }));
    },
    onError: (error) => toast.error(failureText(error, FILES_MESSAGES.zipFailed), whyFrom(error)),
    onSettled: () => setPercent(null),
  });
  return { download: mutate, isPending, percent };
}

/** Which of the files were not there, or why nothing could be had. */
function whyFrom(error: unknown): { description?: string } {
  const { missing, why } = errorDetails(error).facts;
  if (typeof why === "string") return { description: why };
  return Array.isArray(missing) ? { description: `Not found: ${missing.join(", ")}` } : {};
}

/** Puts the link of a contract on the clipboard: whoever has it can open the contract until it expires. */
export function useCopyContractLink() {
  const { mutate, isPending, variables } = trpc.applications.createContractLink.useMutation({
    onSuccess: async ({ path, expiresAt }) => {
      const link = linkAddress(path);
      if (!(await copy(link)))
        return toast.error("The browser does not allow copying", { description: link });
      const description = `It opens the contract until ${formatNewYork(expiresAt, "dateTime")} (New York).`;
      toast.success("Contract link copied", { description });
    },
    onError: (error) => toast.error(failureText(error, FILES_MESSAGES.generateFailed), whyFrom(error)),
  });
  return {
    copyLink: (fileId: string) => mutate({ fileId, requestId: newRequestId() }),
    pendingId: isPending ? variables.fileId : null,
  };
}
