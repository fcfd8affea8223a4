/** What of the outside world is held against what is meant here. */
export const DRIFT_WHATS = {
  flag: { word: "Do Not Fund in the CRM", repair: "Set it in the CRM again" },
  stage: { word: "Deal in the CRM", repair: "Move the deal again" },
  note: { word: "Note in the CRM", repair: "Write the note again" },
  row: { word: "Row of the ledger sheet", repair: "Write the row again" },
  business: { word: "Business at the verifier", repair: "Take over what the verifier says" },
  lien: { word: "Lien at the verifier", repair: "Take over what the verifier says" },
  file: { word: "File in the store", repair: null },
} as const satisfies Record<string, { word: string; repair: string | null }>;

export type DriftWhat = keyof typeof DRIFT_WHATS;
export const DRIFT_WHAT_NAMES = Object.keys(DRIFT_WHATS) as DriftWhat[];

/** What a difference is about, from the key of its item. */
export const driftWhat = (key: string): DriftWhat | undefined =>
  DRIFT_WHAT_NAMES.find((what) => key.startsWith(`${what}:`));

/** Why a difference can not be put right by a press, or null. */
export const whyNotRepair = (what: DriftWhat): string | null =>
  DRIFT_WHATS[what].repair === null
    ? "The file content is lost. Get the document again, store it, and enter here what was done."
    : null;

export const DRIFT_TEXTS = {
  gone: "It is in sync again, or someone corrected it.",
  repaired: "It is being corrected.",
} as const;
