import type { EditFields, FieldName } from "./edit-values.ts";

export type Merge = {
  /** What the form holds from now on: one's own changes over what the other made of it. */
  mine: [name: FieldName, value: string][];
  /** Fields that only the other changed. */
  taken: FieldName[];
  /** Fields that both changed, to different values. */
  contested: FieldName[];
};

/** Puts two edits of the same values together, field by field. */
export function mergeEdits(base: EditFields, mine: EditFields, theirs: EditFields): Merge {
  const merge: Merge = { mine: [], taken: [], contested: [] };
  for (const name of Object.keys(theirs) as FieldName[]) {
    const isMine = mine[name] !== base[name];
    const isTheirs = theirs[name] !== base[name];
    if (isMine && mine[name] !== theirs[name]) merge.mine.push([name, mine[name] ?? ""]);
    if (isTheirs && !isMine) merge.taken.push(name);
    if (isTheirs && isMine && mine[name] !== theirs[name]) merge.contested.push(name);
  }
  return merge;
}
