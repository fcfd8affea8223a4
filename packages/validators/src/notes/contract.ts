import { command, domain, read } from "../contract/contract.ts";
import { NOTES_MESSAGES } from "../messages.ts";

export const notes = domain("notes", {
  list: read({ allow: "notes.read" }),
  create: command({
    allow: "notes.write",
    action: "notes.create",
    affects: ["notes"],
    success: NOTES_MESSAGES.added,
  }),
  update: command({
    allow: "notes.write",
    action: "notes.update",
    affects: ["notes"],
    success: NOTES_MESSAGES.updated,
  }),
  delete: command({
    allow: "notes.write",
    action: "notes.delete",
    affects: ["notes", "deadlines"],
    success: NOTES_MESSAGES.deleted,
  }),
  mark: command({ allow: "notes.write", action: "notes.mark", affects: ["notes", "deadlines"] }),
  restore: command({ allow: "notes.write", action: "notes.restore", affects: ["notes", "deadlines"] }),
});
