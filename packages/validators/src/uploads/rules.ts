/** Where files are uploaded to, by POST, as parts of this name (specification 2, section 7). */
export const UPLOAD_PATH = "/admin/file-upload";
export const UPLOAD_FIELD = "file";

/** Names the press that sent a file, as for any other write. */
export const UPLOAD_REQUEST_HEADER = "x-request-id";

const MEGABYTE = 1_000_000;
export const LARGEST_UPLOAD_BYTES = 25 * MEGABYTE;
export const MOST_UPLOADS_AT_ONCE = 20;
const LONGEST_FILE_NAME = 255;

/** Lines of the list that one call returns. */
export const UPLOADS_PAGE_SIZE = 25;

/** The kinds of files that are taken: by the end of their name, the content that must be in them. */
export const UPLOAD_TYPES = {
  pdf: "application/pdf",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  txt: "text/plain",
} as const;
export type UploadExtension = keyof typeof UPLOAD_TYPES;

/** For a file picker: it offers these first. */
export const UPLOAD_ACCEPT = Object.keys(UPLOAD_TYPES)
  .map((extension) => `.${extension}`)
  .join(",");

/** What is taken, in words. */
export const UPLOAD_LIMITS = "PDF, CSV, XLSX, PNG, JPG or TXT, at most 25 MB each and 20 files at once.";

/** What is said of viruses where files are taken. */
export const SCANNED = "Each file is scanned for viruses.";
export const NOT_SCANNED = "No virus scanner is set up. Files are not scanned.";

/** Where an upload stands: on its way, there, not taken by our rules, not there, or nobody knows. */
export const UPLOAD_STATES = ["SENDING", "UPLOADED", "REFUSED", "FAILED", "UNKNOWN"] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** What came of one file of a request. */
export interface UploadOutcome {
  fileName: string;
  state: UploadState;
  /** The product's sentence. */
  message: string;
  /** Why it is not there; empty when it is. */
  reason: string;
}

export const TOO_MANY_UPLOADS = `At most ${MOST_UPLOADS_AT_ONCE} files can be uploaded at once.`;

/** The end of a file's name that is one of ours, or null. */
export function uploadExtension(name: string): UploadExtension | null {
  const end = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  return (
    Object.keys(UPLOAD_TYPES).find((extension): extension is UploadExtension => extension === end) ?? null
  );
}

/** Why a file of this name and size (in bytes) is not taken, or null when it is. What is in it is looked at later. */
export function whyNotUpload({ name, sizeBytes }: { name: string; sizeBytes: number }): string | null {
  if (name === "") return "The file has no name.";
  if (name.length > LONGEST_FILE_NAME) return `Its name is longer than ${LONGEST_FILE_NAME} characters.`;
  if (uploadExtension(name) === null) return "Only PDF, CSV, XLSX, PNG, JPG and TXT files can be uploaded.";
  if (sizeBytes === 0) return "The file is empty.";
  return sizeBytes > LARGEST_UPLOAD_BYTES ? `It is larger than ${LARGEST_UPLOAD_BYTES / MEGABYTE} MB.` : null;
}
