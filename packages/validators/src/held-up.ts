/** Said where the database gave a write up because somebody else stood in its way for too long. */
export const NOTHING_SAVED = "The database was held up for too long. Nothing was saved: try again.";
