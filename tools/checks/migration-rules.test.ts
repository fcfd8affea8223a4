import { describe, expect, it } from "vitest";
import { listProblems, migrationProblems } from "./migration-rules.ts";
import { sqlStatements } from "./sql-statements.ts";

const problems = (sql: string, name = "20270101000000_change") => migrationProblems([{ name, sql }]);

it("statements are told apart, whatever stands in texts, bodies and comments", () => {
  expect(
    sqlStatements(
      `-- a; b\nSELECT 'x;  y', "a;b" /* ; */ FROM t;\n\nDO $body$ BEGIN UPDATE t SET a = 1; END $body$;  SELECT 1`,
    ),
  ).toEqual([`SELECT 'x;  y', "a;b" FROM t`, "DO $body$ BEGIN UPDATE t SET a = 1; END $body$", "SELECT 1"]);
});

describe("refused on a table that is there", () => {
  it.each([
    ["CREATE INDEX a ON users (b)", /CONCURRENTLY, alone/],
    ['CREATE UNIQUE INDEX "a" ON "users" ("b")', /CONCURRENTLY, alone/],
    ["CREATE INDEX CONCURRENTLY a ON users (b); SELECT 1", /only statement/],
    ["DROP INDEX a", /DROP INDEX CONCURRENTLY/],
    ["ALTER TABLE users ADD COLUMN a uuid NOT NULL DEFAULT gen_random_uuid()", /every row anew/],
    ["ALTER TABLE users ADD COLUMN a bigserial", /every row anew/],
    ["ALTER TABLE users ADD COLUMN a int GENERATED ALWAYS AS (b + 1) STORED", /every row anew/],
    ['ALTER TABLE "users" ADD COLUMN "a" INTEGER NOT NULL', /DEFAULT, or leave it nullable/],
    ["ALTER TABLE users ALTER COLUMN a TYPE bigint", /every row anew/],
    ["ALTER TABLE users ALTER COLUMN a SET NOT NULL", /NOT VALID does the same/],
    ["ALTER TABLE users ADD CONSTRAINT c CHECK (a > 0)", /NOT VALID, and VALIDATE/],
    ["ALTER TABLE users ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES b (id)", /NOT VALID, and VALIDATE/],
    ["ALTER TABLE users ADD CONSTRAINT c UNIQUE (a)", /USING INDEX/],
    [
      "ALTER TABLE users ADD CONSTRAINT c CHECK (a > 0) NOT VALID; ALTER TABLE users VALIDATE CONSTRAINT c",
      /after the one/,
    ],
    ["ALTER TABLE users RENAME COLUMN a TO b", /not known to the release that still runs/],
    ["ALTER TABLE users DROP COLUMN a", /_contract_/],
    ["DROP TABLE users", /_contract_/],
    ["UPDATE users SET a = 1", /a job fills them/],
    ["DELETE FROM users WHERE a = 1", /a job deletes them/],
    [
      "CREATE TABLE sums (id int); CREATE TRIGGER t AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION f(); INSERT INTO sums (id) SELECT id FROM users",
      /runs while nobody can write/,
    ],
    [
      "CREATE TRIGGER t AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION f(); SELECT rebuild_sums()",
      /runs while nobody can write/,
    ],
    ["TRUNCATE users", /keeps everybody out/],
    ["LOCK TABLE users", /keeps everybody out/],
  ])("%s", (sql, why) => {
    expect(problems(sql)).toEqual([expect.stringMatching(why)]);
  });
});

describe("taken", () => {
  it.each([
    ["CREATE INDEX CONCURRENTLY a ON users (b)"],
    [
      "CREATE TABLE new (id int); CREATE INDEX a ON new (id); ALTER TABLE new ADD CONSTRAINT c UNIQUE (id); UPDATE new SET id = 1",
    ],
    ["ALTER TABLE users ADD COLUMN a int"],
    [
      "ALTER TABLE users ADD COLUMN a boolean NOT NULL DEFAULT false, ADD COLUMN b timestamptz NOT NULL DEFAULT now()",
    ],
    ["ALTER TABLE users ADD CONSTRAINT c CHECK (a IS NOT NULL) NOT VALID"],
    ["ALTER TABLE users VALIDATE CONSTRAINT c"],
    ["ALTER TABLE users ADD CONSTRAINT c UNIQUE USING INDEX a"],
    [
      "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE users SET a = 1; RETURN NEW; END $$",
    ],
    ["-- small table: seven rows, one of each role\nUPDATE factor_demand SET is_demanded = false"],
    ["CREATE TYPE t AS ENUM ('A'); ALTER TYPE u ADD VALUE 'B'"],
  ])("%s", (sql) => {
    expect(problems(sql)).toEqual([]);
  });

  it("what is dropped by a migration that says so", () => {
    expect(problems("ALTER TABLE users DROP COLUMN a", "20270101000000_contract_users_a")).toEqual([]);
  });
});

describe("the list of those that came before the rules", () => {
  it("is closed: nothing is put on it", () => {
    expect(listProblems()).toEqual([]);
    expect(listProblems(["20261125112400_promises", "20261126000000_next"])).toEqual([
      "20261126000000_next: the list of migrations before the rule is closed; hold it to the rules",
    ]);
    expect(listProblems(Array.from({ length: 70 }, (_, n) => `20261121${100_000 + n}_one`))).toEqual([
      expect.stringContaining("closed at 69"),
    ]);
  });
});
