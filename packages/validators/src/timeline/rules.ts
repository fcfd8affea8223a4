/** What a timeline tells of, and what may be left out of it. */
export const TIMELINE_KINDS = {
  note: { word: "Notes" },
  payment: { word: "Payments" },
  return: { word: "Returns" },
  promise: { word: "Promises" },
  decision: { word: "Decisions" },
  journey: { word: "Application" },
  crm: { word: "CRM" },
  file: { word: "Files" },
  flag: { word: "Flags" },
  edit: { word: "Edits" },
  access: { word: "Access" },
} as const;
export type TimelineKind = keyof typeof TIMELINE_KINDS;
export const TIMELINE_KIND_NAMES = Object.keys(TIMELINE_KINDS) as [TimelineKind, ...TimelineKind[]];

/** What the audit alone knows: shown to those who may read the audit. */
export const AUDITED_ONLY: TimelineKind = "access";

/** Entries of one page. */
export const TIMELINE_PAGE = 40;
export const TIMELINE_SEARCH_LENGTH = 100;
