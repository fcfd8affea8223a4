/** For so many minutes what was taken off a list can be brought back. */
export const UNDO_MINUTES = 15;

export const TOO_LATE_TO_UNDO = `It was deleted more than ${UNDO_MINUTES} minutes ago, or is back already. Reload to see it.`;

/** What was deleted before this moment stays deleted. */
export const undoSince = (now: Date): Date => new Date(now.getTime() - UNDO_MINUTES * 60_000);
