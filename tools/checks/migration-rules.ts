import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, type SourceFile } from "./repository-files.ts";
import { sqlStatements } from "./sql-statements.ts";

/** A migration as it lies in its folder. */
export interface MigrationText {
  name: string;
  sql: string;
}

/** Not held to the rules: they were applied before all of them were there (docs/deploy.md, *From 0.1.0*). */
const EARLIER = readFileSync(join(ROOT, "packages/db/prisma/migrations-before-the-rule.txt"), "utf8")
  .split("\n")
  .filter((name) => name !== "");
/** The list is closed: this is its last one, and it has so many. */
const LAST_EARLIER = "20261125112400_promises";
const MOST_EARLIER = 69;

/** Whether a migration is one of those. */
export const isFromBeforeTheRules = (name: string): boolean => EARLIER.includes(name);

/** Who stands on the list of those that are not held to the rules and does not belong there, a sentence each. */
export function listProblems(list: readonly string[] = EARLIER): string[] {
  const late = list.filter((name) => name > LAST_EARLIER);
  return [
    ...late.map((name) => `${name}: the list of migrations before the rule is closed; hold it to the rules`),
    ...(list.length - late.length > MOST_EARLIER
      ? [`the list of migrations before the rule has ${list.length} names, and is closed at ${MOST_EARLIER}`]
      : []),
  ];
}

/** The migrations that the rules are for. */
export const newMigrations = (files: readonly SourceFile[]): MigrationText[] =>
  files.flatMap(({ path, text: sql }) => {
    const [, name = ""] = /^packages\/db\/prisma\/migrations\/([^/]+)\/migration\.sql$/.exec(path) ?? [];
    return name === "" || EARLIER.includes(name) ? [] : [{ name, sql }];
  });

interface Rule {
  /** What a statement that breaks it looks like. */
  breaks: RegExp;
  /** Which table it is about, where one that is made in the same migration may be treated so: nobody uses it yet. */
  table?: RegExp;
  why: string;
}

const NAME = String.raw`(?:"?public"?\.)?"?(\w+)"?`;
const ALTERED = new RegExp(`^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?${NAME}`, "i");
const ON = new RegExp(` ON (?:ONLY )?${NAME}`, "i");

/**
 * What keeps everybody from a table, or makes the release that still runs fail, while a large table is changed. The rules are
 * those of squawk, as far as they are about that.
 */
const RULES: readonly Rule[] = [
  {
    breaks: /^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/i,
    table: ON,
    why: "builds an index while nobody can write: CREATE INDEX CONCURRENTLY, alone in its migration",
  },
  {
    breaks: /^DROP INDEX (?!CONCURRENTLY)/i,
    why: "waits for everybody: DROP INDEX CONCURRENTLY, alone in its migration",
  },
  { breaks: /^REINDEX (?!.*CONCURRENTLY)/i, why: "keeps everybody from writing: REINDEX … CONCURRENTLY" },
  {
    breaks:
      /\bADD (COLUMN )?.*\b(DEFAULT|GENERATED)\b.*\b(random|gen_random_uuid|uuid_generate_v4|clock_timestamp|nextval|STORED|IDENTITY)\b/i,
    table: ALTERED,
    why: "writes every row anew: add the column without, and fill it by a job",
  },
  {
    breaks: /\bADD (COLUMN )?"?\w+"? \w*SERIAL\b/i,
    table: ALTERED,
    why: "writes every row anew: add the column without, and fill it by a job",
  },
  {
    breaks: /\bADD COLUMN (?!.*\bDEFAULT\b).*\bNOT NULL\b/i,
    table: ALTERED,
    why: "fails where there are rows, and where the release before adds one: give it a DEFAULT, or leave it nullable",
  },
  {
    breaks: /\bALTER (COLUMN )?"?\w+"? (SET DATA )?TYPE\b/i,
    table: ALTERED,
    why: "writes every row anew: a new column, filled by a job, takes its place",
  },
  {
    breaks: /\bSET NOT NULL\b/i,
    table: ALTERED,
    why: "reads the whole table while nobody can: a CHECK (… IS NOT NULL) NOT VALID does the same, validated in the next migration",
  },
  {
    breaks: /\bADD (CONSTRAINT "?\w+"? )?(CHECK|FOREIGN KEY)\b(?!.*\bNOT VALID\b)/i,
    table: ALTERED,
    why: "reads the whole table while nobody can write: NOT VALID, and VALIDATE CONSTRAINT in the next migration",
  },
  {
    breaks: /\bADD COLUMN .*\bREFERENCES\b/i,
    table: ALTERED,
    why: "locks two tables: add the column, then its constraint NOT VALID",
  },
  {
    breaks: /\bADD (CONSTRAINT "?\w+"? )?(UNIQUE|PRIMARY KEY|EXCLUDE)\b(?!.*\bUSING INDEX\b)/i,
    table: ALTERED,
    why: "builds an index while nobody can read: build it CONCURRENTLY, then ADD CONSTRAINT … USING INDEX",
  },
  {
    breaks: /\bRENAME\b/i,
    why: "is not known to the release that still runs: add, fill, and drop the other a release later",
  },
  { breaks: /^(TRUNCATE|CLUSTER|VACUUM FULL|LOCK)\b/i, why: "keeps everybody out" },
  {
    breaks: /^REFRESH MATERIALIZED VIEW (?!CONCURRENTLY)/i,
    why: "keeps everybody from reading: REFRESH MATERIALIZED VIEW CONCURRENTLY",
  },
  {
    breaks: /^UPDATE /i,
    table: new RegExp(`^UPDATE (?:ONLY )?${NAME}`, "i"),
    why: "holds every row until it commits: a job fills them in parts",
  },
  {
    breaks: /^DELETE FROM /i,
    table: new RegExp(`^DELETE FROM (?:ONLY )?${NAME}`, "i"),
    why: "holds every row until it commits: a job deletes them in parts",
  },
];

/** What the release before still uses: it goes in a migration of its own kind, one release later. */
const CONTRACTING = /\bDROP (COLUMN|TABLE|TYPE|VIEW|FUNCTION)\b|^DROP (TABLE|TYPE|VIEW|FUNCTION)\b/i;
const CONTRACT_NAME = /^\d+_contract_/;
/** Stands before a statement that breaks a rule with reason: a table that never has many rows. */
const REASON = /--\s*small table: \S+/i;

/** What new migrations do that can not be done to a large table while the release before serves, a sentence each. */
export function migrationProblems(migrations: readonly MigrationText[]): string[] {
  return migrations.flatMap(({ name, sql }) => {
    const statements = sqlStatements(sql);
    const made = new Set(
      statements.flatMap(
        (each) => findTable(each, new RegExp(`^CREATE TABLE (?:IF NOT EXISTS )?${NAME}`, "i")) ?? [],
      ),
    );
    return [
      ...whyNotAlone(statements),
      ...validatedAtOnce(statements),
      ...filledUnderLock(statements, made),
      ...statements.flatMap((statement) => [
        ...brokenRules(statement, made, REASON.test(sql)),
        ...(CONTRACTING.test(statement) && !CONTRACT_NAME.test(name)
          ? [
              `${start(statement)} takes away what the release before may use: in a migration NUMBER_contract_WHAT, one release later`,
            ]
          : []),
      ]),
    ].map((problem) => `${name}: ${problem}`);
  });
}

function brokenRules(statement: string, made: ReadonlySet<string>, isSmall: boolean): string[] {
  return RULES.filter(({ breaks, table }) => {
    if (!breaks.test(statement)) return false;
    if (table === undefined) return !/^CREATE (OR REPLACE )?(FUNCTION|TRIGGER)/i.test(statement);
    const name = findTable(statement, table);
    return name !== null && !made.has(name) && !isSmall;
  }).map(({ why }) => `${start(statement)} ${why}`);
}

/** Several statements are one transaction, in which nothing is done CONCURRENTLY. */
const whyNotAlone = (statements: readonly string[]): string[] =>
  statements.length > 1 && statements.some((each) => /\bCONCURRENTLY\b/i.test(each))
    ? ["what is done CONCURRENTLY has to be the only statement of its migration"]
    : [];

/** Validated in the same transaction the table stays locked all the while. */
const validatedAtOnce = (statements: readonly string[]): string[] =>
  statements.some((each) => /\bNOT VALID\b/i.test(each)) &&
  statements.some((each) => /\bVALIDATE CONSTRAINT\b/i.test(each))
    ? ["a constraint is validated in the migration after the one that adds it"]
    : [];

const TRIGGER_ON = new RegExp(`^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER .*? ON ${NAME}`, "i");

const REFERRED_TO = new RegExp(`\\bREFERENCES ${NAME}`, "i");

/** Who makes a trigger, alters a table or refers to it keeps others from writing to it until all of the migration is done. */
const filledUnderLock = (statements: readonly string[], made: ReadonlySet<string>): string[] => {
  const isHeld = statements.some((each) =>
    [TRIGGER_ON, ALTERED, REFERRED_TO].some((where) => {
      const name = findTable(each, where);
      return name !== null && !made.has(name);
    }),
  );
  const fills = statements.filter((each) => /^(INSERT INTO .*\bSELECT\b.*\bFROM\b|SELECT \w+\()/i.test(each));
  return isHeld
    ? fills.map(
        (each) =>
          `${start(each)} runs while nobody can write to a table that this migration alters or follows: in the migration after it, or by a job`,
      )
    : [];
};

const findTable = (statement: string, where: RegExp): string | null =>
  where.exec(statement)?.[1]?.toLowerCase() ?? null;

const start = (statement: string): string => `"${statement.slice(0, 60)}${statement.length > 60 ? "…" : ""}"`;
