import { type UploadExtension, uploadExtension, whyNotUpload } from "@countinghouse/validators/uploads/rules";

/** What was found out about a file while it was received. */
export interface FileFacts {
  fileName: string;
  sizeBytes: number;
  /** The kind of file that its first bytes say it is, as an extension; null when they say nothing. */
  sniffed: string | null;
  /** Whether all of its bytes are those of text. */
  isText: boolean;
}

const SNIFFED: Readonly<Record<Exclude<UploadExtension, "csv" | "txt">, string>> = {
  pdf: "pdf",
  xlsx: "xlsx",
  png: "png",
  jpg: "jpg",
  jpeg: "jpg",
};

/** Documents that are text from the first to the last byte, and no table and no note. */
const WRITTEN_AS_TEXT: ReadonlySet<string> = new Set(["pdf", "ps", "eps", "rtf", "xml", "html"]);

/**
 * Why a file is not taken, or null when it is: its name, its size, or what is in it. The content must be what the name
 * says; of text nothing else is known than that it is text (a table may begin like some picture's first two bytes).
 */
export function whyNotTaken({ fileName, sizeBytes, sniffed, isText }: FileFacts): string | null {
  const whyNot = whyNotUpload({ name: fileName, sizeBytes });
  const extension = uploadExtension(fileName);
  if (whyNot !== null || extension === null) return whyNot;
  const isTextKind = extension === "csv" || extension === "txt";
  const fits = isTextKind
    ? isText && !(sniffed !== null && WRITTEN_AS_TEXT.has(sniffed))
    : sniffed === SNIFFED[extension];
  return fits ? null : `Its content is not ${extension.toUpperCase()}, although its name says so.`;
}

/** Characters that are not seen, and those that turn the direction of writing: a name could be read as another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The name of a file as it is kept and shown: without folders, and without what can not be seen. */
export const cleanFileName = (name = ""): string =>
  (name.split(/[\\/]/).at(-1) ?? "").normalize("NFC").toWellFormed().replaceAll(UNSEEN, "").trim();

/** Whether these bytes can stand in a text: no control characters but tab, line ends and form feed. */
export const isTextual = (bytes: Uint8Array): boolean =>
  bytes.every((byte) =>
    byte >= 0x20 ? byte !== 0x7f : byte === 9 || byte === 10 || byte === 12 || byte === 13,
  );
