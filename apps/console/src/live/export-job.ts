import { BULK_EXPORT_PATH, BULK_FILE_NAMES } from "@countinghouse/validators/bulk-job-rules";
import { API_ORIGIN } from "@/api/api-url.ts";
import { download } from "@/api/download.ts";
import { failureText } from "@/api/errors.ts";
import { saveBlob } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";
import type { TrayJob } from "./feed.ts";

/** Saves the rows of a job as CSV; a toast says why it could not. */
export async function exportJob({ id, kind }: Pick<TrayJob, "id" | "kind">): Promise<void> {
  try {
    const url = `${API_ORIGIN ?? ""}${BULK_EXPORT_PATH}${id}`;
    const file = await download(url, { signal: new AbortController().signal, onProgress: () => {} });
    saveBlob(BULK_FILE_NAMES[kind], file);
  } catch (error) {
    toast.error(failureText(error));
  }
}
