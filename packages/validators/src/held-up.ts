/** Said where the database gave a write up because somebody else stood in its way for too long. */
export const NOTHING_SAVED = "The database took too long. Nothing was saved. Try again.";
