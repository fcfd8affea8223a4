import { DO_NOT_FUND_MESSAGES } from "@countinghouse/validators/do-not-fund/texts";
import type { Candidate, UserTexts } from "./candidate.ts";
import { PERSON_NUMBERS, withoutKept } from "./keep-numbers.ts";
import { matchUsers, type RefusedCandidate, type UserChange } from "./match-users.ts";
import { type Finding, REPEATED } from "./report-files.ts";
import type { UserStore, UserWrite } from "./user-store.ts";

export interface LoadedBatch {
  loaded: number;
  /** Users of whom something was empty and now is not. */
  completed: number;
  /** Users of whom something was changed, on demand. */
  updated: number;
  alreadyThere: number;
  /** Rows that stand in the import before. */
  repeated: number;
  refused: RefusedCandidate[];
  findings: Finding[];
}

const NOTHING: LoadedBatch = {
  loaded: 0,
  completed: 0,
  updated: 0,
  alreadyThere: 0,
  repeated: 0,
  refused: [],
  findings: [],
};

/**
 * Adds those candidates that are not there yet, and completes those that are. What is otherwise here than in the file is
 * found and left, or changed where `update`. One whose e-mail address is another user's is refused, and so is one whose id a row
 * before has that says something else.
 */
export async function loadUsers(
  store: UserStore,
  candidates: readonly Candidate[],
  update: boolean,
): Promise<LoadedBatch> {
  if (candidates.length === 0) return NOTHING;
  const { first, repeated, others } = await store.divide(candidates);
  const batch = await load(store, first, update);
  return {
    ...batch,
    repeated: repeated.length,
    refused: [
      ...batch.refused,
      ...others.map(({ candidate, line }) => ({
        candidate,
        ...saysOther(line),
      })),
    ],
    findings: [
      ...batch.findings,
      ...repeated.map(
        ({ record }): Finding => ({
          line: record.line,
          kind: "repeated",
          text: REPEATED,
        }),
      ),
    ],
  };
}

const saysOther = (line: number) => {
  const sentence = (what: string) =>
    `${what} is of the same customer and says something else. Bring one of them, or give the other an id of its own.`;
  return { reason: sentence(`line ${line}`), kind: sentence("an earlier line") };
};

async function load(
  store: UserStore,
  candidates: readonly Candidate[],
  update: boolean,
): Promise<LoadedBatch> {
  if (candidates.length === 0) return NOTHING;
  const { fresh, changed, alreadyThere, refused } = matchUsers(candidates, await store.find(candidates));
  const writes = changed.flatMap((change) => toWrites(change, update));
  const written = await store.write(fresh, writes);
  const isWritten = (change: UserChange) => change.known.id !== null && written.changed.has(change.known.id);
  const isLeft = (change: UserChange) => toWrites(change, update).length === 0;
  const findKept = ({ known: { id } }: UserChange) => (id === null ? [] : (written.kept.get(id) ?? []));
  const isKept = (change: UserChange) =>
    toWrites(change, update).every((write) => withoutKept([write], written.kept).length === 0);
  const settled = changed.filter((change) => isLeft(change) || isWritten(change) || isKept(change));
  // Somebody was faster: they are looked at once more, as they are now.
  const missed = await load(
    store,
    [
      ...fresh.filter(({ importKey }) => !written.added.has(importKey)),
      ...changed.filter((change) => !settled.includes(change)).map(({ candidate }) => candidate),
    ],
    update,
  );
  const isUpdated = (change: UserChange) =>
    update && Object.keys(withoutFields(changeable(change), findKept(change))).length > 0;
  const updated = settled.filter(isUpdated);
  const completed = settled.filter((change) => !updated.includes(change) && isWritten(change));
  return {
    loaded: written.added.size + missed.loaded,
    completed: completed.length + missed.completed,
    updated: updated.length + missed.updated,
    alreadyThere:
      alreadyThere.length + settled.length - updated.length - completed.length + missed.alreadyThere,
    repeated: 0,
    refused: [...refused, ...missed.refused],
    findings: [
      ...settled.flatMap((change) => toFindings(change, update, findKept(change))),
      ...missed.findings,
    ],
  };
}

/** What of a difference may be changed by an import: Do Not Fund has a door of its own, and an address may be another's. */
const changeable = ({ differing, isEmailTaken }: UserChange): UserTexts =>
  Object.fromEntries(
    Object.entries(differing).filter(
      ([field]) => field !== "doNotFund" && !(field === "email" && isEmailTaken),
    ),
  );

function toWrites(change: UserChange, update: boolean): UserWrite[] {
  const { known, candidate, completed } = change;
  const changed = update ? { ...completed, ...changeable(change) } : completed;
  if (known.id === null || Object.keys(changed).length === 0) return [];
  return [{ id: known.id, version: known.version, line: candidate.record.line, changed }];
}

const withoutFields = (texts: UserTexts, fields: readonly string[]): UserTexts =>
  Object.fromEntries(Object.entries(texts).filter(([field]) => !fields.includes(field)));

const SECRET: readonly string[] = PERSON_NUMBERS;

/** Why a number stays as it is. */
const WHY_KEPT: Readonly<Record<string, string>> = {
  ssn: DO_NOT_FUND_MESSAGES.ssnEndsBan,
  ein: DO_NOT_FUND_MESSAGES.einEndsBan,
};

function toFindings(change: UserChange, update: boolean, kept: readonly string[]): Finding[] {
  const { known, candidate, differing } = change;
  const changed = update ? withoutFields(changeable(change), kept) : {};
  return (Object.entries(differing) as [keyof UserTexts, string][]).map(([field, text]) => {
    const values = SECRET.includes(field)
      ? "another number"
      : `"${known.texts[field] ?? ""}" here, "${text}" in the file`;
    const isChanged = field in changed;
    const why = kept.includes(field) ? ` ${WHY_KEPT[field]}` : "";
    const who = known.id === null ? "an earlier row" : `user ${known.id}`;
    return {
      line: candidate.record.line,
      kind: isChanged ? "changed" : "conflict",
      text: `${who}, ${field}: ${values}.${why}`,
    };
  });
}
