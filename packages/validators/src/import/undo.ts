/** What of an import is undone, or would be; `kept` are customers who can not be. */
export interface UndoCounts {
  /** Those that the import added: they go. */
  customers: number;
  /** Those it completed or brought something of: they become what they were. */
  completed: number;
  applications: number;
  payments: number;
  accounts: number;
  cards: number;
  notes: number;
  remarks: number;
  documents: number;
  kept: number;
}

export const IMPORT_UNDO_STATES = ["CHECKING", "CHECKED", "RUNNING", "PAUSED", "DONE", "FAILED"] as const;
export type ImportUndoState = (typeof IMPORT_UNDO_STATES)[number];

/** How far an undo is, as the screen says it. */
export const UNDO_STATE_WORDS: Readonly<Record<ImportUndoState, string>> = {
  CHECKING: "Preparing the undo",
  CHECKED: "Can be undone",
  RUNNING: "Being undone",
  PAUSED: "Undo paused",
  DONE: "Undone",
  FAILED: "Undo stopped",
};

/** What can be done with the undo of an import: to look what would go comes first. */
export const UNDO_STEPS = ["check", "begin", "pause", "resume"] as const;
export type UndoStep = (typeof UNDO_STEPS)[number];

const POSSIBLE: Readonly<Record<UndoStep, readonly (ImportUndoState | null)[]>> = {
  check: [null, "CHECKED", "DONE", "FAILED"],
  begin: ["CHECKED"],
  pause: ["RUNNING"],
  resume: ["PAUSED", "FAILED"],
};

const WHY_NOT: Readonly<Record<ImportUndoState, string>> = {
  CHECKING: "The undo is being prepared.",
  CHECKED: "The undo of this import has not begun.",
  RUNNING: "This import is being undone.",
  PAUSED: "The undo of this import is paused.",
  DONE: "This import was undone.",
  FAILED: "The undo of this import has stopped.",
};

export const NOT_IMPORTED = "This import added nothing.";
export const NOTHING_TO_UNDO =
  "This import cannot be undone. It added nothing, or was made before undo existed.";

/** Why a step can not be taken with the undo of an import, or null; the state is null where nobody has begun one. */
export function whyNotUndoStep(state: ImportUndoState | null, step: UndoStep): string | null {
  if (POSSIBLE[step].includes(state)) return null;
  return state === null ? "Preview the undo first." : WHY_NOT[state];
}

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** What goes and what becomes what it was, in one line. */
export function undoSentence(counts: UndoCounts): string {
  const rest = (
    [
      [counts.applications, "application", "applications"],
      [counts.payments, "payment", "payments"],
      [counts.accounts, "bank account", "bank accounts"],
      [counts.cards, "card", "cards"],
      [counts.notes, "note", "notes"],
      [counts.remarks, "remark", "remarks"],
      [counts.documents, "document", "documents"],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => plural(count, one, many));
  return [
    plural(counts.customers, "customer is deleted", "customers are deleted"),
    counts.completed > 0 ? plural(counts.completed, "customer is restored", "customers are restored") : null,
    rest.length > 0 ? `with them ${rest.join(", ")}` : null,
  ]
    .filter(Boolean)
    .join("; ");
}
