/** A table that a migration needs for itself, and how. */
export interface TableLock {
  table: string;
  mode: "ACCESS EXCLUSIVE" | "SHARE ROW EXCLUSIVE";
}

const NAME = String.raw`(?:"?public"?\.)?"?(\w+)"?`;
const BODIES_AND_COMMENTS = /\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g;
const ALTERED = new RegExp(
  `\\bALTER TABLE (?:IF EXISTS )?(?:ONLY )?${NAME}(?= )(?! ADD CONSTRAINT \\S+ FOREIGN KEY| VALIDATE CONSTRAINT)`,
  "gi",
);
const DROPPED = new RegExp(`\\bDROP (?:TABLE (?:IF EXISTS )?|TRIGGER (?:IF EXISTS )?\\S+ ON )${NAME}`, "gi");
const FOLLOWED = new RegExp(`\\bTRIGGER \\S+ (?:BEFORE|AFTER|INSTEAD OF)\\b[^;]*? ON ${NAME}`, "gi");
const REFERRED_TO = new RegExp(`\\bREFERENCES ${NAME} ?\\(`, "gi");
const REFERRING = new RegExp(`\\bALTER TABLE (?:ONLY )?${NAME} ADD CONSTRAINT \\S+ FOREIGN KEY`, "gi");
const INDEXED = new RegExp(`\\bCREATE (?:UNIQUE )?INDEX \\S+ ON (?:ONLY )?${NAME}`, "gi");

/**
 * The tables that the statements of a migration lock, each in the strongest way, in one order: whoever takes them so at its
 * beginning holds none while it waits for another one later. Some may not exist yet.
 */
export function findLocks(sql: string): TableLock[] {
  const text = sql.replace(BODIES_AND_COMMENTS, " ").replace(/\s+/g, " ");
  const named = (where: RegExp) => Array.from(text.matchAll(where), ([, name = ""]) => name.toLowerCase());
  const alone = new Set([ALTERED, DROPPED].flatMap(named));
  const others = [FOLLOWED, REFERRED_TO, REFERRING, INDEXED].flatMap(named);
  return [...new Set([...alone, ...others])]
    .sort()
    .map((table) => ({ table, mode: alone.has(table) ? "ACCESS EXCLUSIVE" : "SHARE ROW EXCLUSIVE" }));
}
