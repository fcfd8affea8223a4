/** What was being written when a page went away, kept in this tab only. */
export type Draft = {
  text: string;
  savedAt: Date;
  /** The version of the record the text was begun on; null for a new record. */
  version: number | null;
};

const PREFIX = "draft:";

export function readDraft(key: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const { text, savedAt, version } = kept as Record<string, unknown>;
    if (typeof text !== "string" || typeof savedAt !== "string") return null;
    return { text, savedAt: new Date(savedAt), version: typeof version === "number" ? version : null };
  } catch {
    return null;
  }
}

export const keepDraft = (key: string, draft: Draft): void =>
  sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));

export const dropDraft = (key: string): void => sessionStorage.removeItem(PREFIX + key);

/** Drafts may name customers: they do not outlive the session of whoever wrote them. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}
