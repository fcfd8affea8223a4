import { AUTOMATION_EXPORT_PATH, AUTOMATION_FILE_NAME } from "@countinghouse/validators/automation/rules";
import { BULK_EXPORT_PATH, BULK_FILE_NAMES } from "@countinghouse/validators/bulk-jobs/rules";
import { API_ORIGIN, apiUrl } from "@/api/api-url.ts";
import { download } from "@/api/download.ts";
import { failureText } from "@/api/errors.ts";
import { saveBlob } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";
import type { TrayJob } from "./feed.ts";

/** Saves the rows of a job as CSV; a toast says why it could not. */
export async function exportJob(job: Pick<TrayJob, "id" | "kind" | "requestedAt">): Promise<void> {
  try {
    const { url, fileName } = exportFile(job);
    const file = await download(url, { signal: new AbortController().signal, onProgress: () => {} });
    saveBlob(fileName, file);
  } catch (error) {
    toast.error(failureText(error));
  }
}

const exportFile = ({ id, kind, requestedAt }: Pick<TrayJob, "id" | "kind" | "requestedAt">) =>
  kind === "AUTOMATION"
    ? {
        url: `${apiUrl(AUTOMATION_EXPORT_PATH)}?requestedAt=${requestedAt.getTime()}`,
        fileName: AUTOMATION_FILE_NAME,
      }
    : { url: `${API_ORIGIN ?? ""}${BULK_EXPORT_PATH}${id}`, fileName: BULK_FILE_NAMES[kind] };
