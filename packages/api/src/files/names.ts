const MOST_CHARACTERS = 100;
/** What common file systems take for the name of one file. */
const MOST_BYTES = 200;

/** Kinds of content that are handed out under their own name; anything else is bytes to be saved. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "text/csv": "csv",
  "text/plain": "txt",
};

interface NamedFile {
  name: string;
  contentType: string;
}

/** The kind a file is handed out as: its own when it is one of a few harmless ones. */
export const servedContentType = ({ contentType }: Pick<NamedFile, "contentType">): string =>
  Object.hasOwn(EXTENSIONS, contentType) ? contentType : "application/octet-stream";

/**
 * A name a file can be saved under anywhere, made of the one it came with: its last part, without control and
 * direction characters, not hidden, not reserved, not long, and with the extension of what it holds.
 */
export function safeFileName({ name, contentType }: NamedFile): string {
  const extension = EXTENSIONS[servedContentType({ contentType })] ?? "bin";
  const last = name.toWellFormed().normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const plain = last
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[<>:"|?*%]/g, "_")
    .replace(/\s+/g, " ");
  const stem = trimmed(plain.replace(new RegExp(`\\.${extension}$`, "i"), ""));
  return `${shortened(RESERVED.test(stem) ? `_${stem}` : stem) || "file"}.${extension}`;
}

/** A safe name for each file, none of them twice, even where capitals make no difference. */
export function entryNames(files: readonly NamedFile[]): string[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const name = safeFileName(file);
    const dot = name.lastIndexOf(".");
    let free = name;
    for (let copy = 2; taken.has(free.toLowerCase()); copy++) {
      free = `${name.slice(0, dot)} (${copy})${name.slice(dot)}`;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Names that are devices under Windows. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const trimmed = (text: string): string => text.replace(/^[.\s]+|[.\s]+$/g, "");

/** Cut between characters as people see them, never within one. */
function shortened(stem: string): string {
  let short = "";
  for (const { segment } of CHARACTERS.segment(stem)) {
    const longer = short + segment;
    if (longer.length > MOST_CHARACTERS || Buffer.byteLength(longer) > MOST_BYTES) break;
    short = longer;
  }
  return trimmed(short);
}

const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" });
