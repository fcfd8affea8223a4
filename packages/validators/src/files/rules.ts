/** What the known kinds of files are called (specification 1, section 9; the kinds beyond its four: our own). */
const TYPE_LABELS = {
  consent: "Consent",
  contract: "Contract",
  disclosure: "State Disclosure",
  addendum: "Addendum A",
  bank_statement: "Bank Statement",
  id_front: "ID Front",
  id_back: "ID Back",
  voided_check: "Voided Check",
  tax_return: "Tax Return",
  ein_letter: "EIN Letter",
  proof_of_address: "Proof of Address",
  payoff_letter: "Payoff Letter",
  adverse_action_notice: "Adverse Action Notice",
  other: "Other",
} as const;

/** The kind of a file in words; a kind we do not know is shown under its own name. */
export const fileTypeLabel = (type: string): string =>
  Object.hasOwn(TYPE_LABELS, type) ? TYPE_LABELS[type as keyof typeof TYPE_LABELS] : type;

/** Of which applications files are listed: the funded ones unless asked otherwise (specification 1, section 9). */
export const FILE_STAGES = ["funded", "all"] as const;
export type FileStage = (typeof FILE_STAGES)[number];

/** What a link to a file is for: to be saved, or to be looked at on the page. */
export const LINK_PURPOSES = ["download", "preview"] as const;

/** How long a link to a file or to a zip file works, in seconds: as long as it takes to follow it. */
export const FILE_LINK_SECONDS = 60;

export const MOST_FILES_IN_ZIP = 200;
const MOST_BYTES_IN_ZIP = 500 * 1024 * 1024;

/** Why these files can not go into one zip file, or null when they can. */
export function whyNotZipFiles(files: readonly { sizeBytes: number }[]): string | null {
  if (files.length === 0) return "There is no file to download.";
  if (files.length > MOST_FILES_IN_ZIP) {
    return `A zip file holds at most ${MOST_FILES_IN_ZIP} files. Choose fewer with the filters.`;
  }
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return bytes > MOST_BYTES_IN_ZIP ? "These files are too large for one zip file. Choose fewer." : null;
}

/** Why this kind of content is not shown on the page, or null when it is: only what can hold no script is. */
export const whyNotPreviewFile = ({ contentType }: { contentType: string }): string | null =>
  PREVIEWED.has(contentType) ? null : "Only PDF, PNG and JPEG files can be previewed. Download it instead.";

const PREVIEWED: ReadonlySet<string> = new Set(["application/pdf", "image/png", "image/jpeg"]);

/** Why this file has no link that can be copied, or null when it has. */
export const whyNotShareFile = ({ type }: { type: string }): string | null =>
  type === "contract" ? null : "Only a contract has a link that can be copied.";

const UNITS = ["bytes", "KiB", "MiB", "GiB"] as const;

/** A size as a person reads it: "812 bytes", "1.4 KiB". */
export function formatBytes(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const number = bytes / 1024 ** unit;
  return `${unit === 0 ? number : number.toFixed(1)} ${UNITS[unit]}`;
}
