import { expect, it } from "vitest";
import { findLocks } from "./migration-locks.ts";

it.each([
  ['ALTER TABLE "note" ADD COLUMN a int', [["note", "ACCESS EXCLUSIVE"]]],
  [
    'ALTER TABLE "note" ADD CONSTRAINT "c" FOREIGN KEY ("user_id") REFERENCES "users"("id") NOT VALID',
    [
      ["note", "SHARE ROW EXCLUSIVE"],
      ["users", "SHARE ROW EXCLUSIVE"],
    ],
  ],
  ["ALTER TABLE note VALIDATE CONSTRAINT c", []],
  [
    "CREATE TRIGGER b AFTER INSERT ON users\n REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION f();\nCREATE TRIGGER a BEFORE UPDATE OF funded_at ON application FOR EACH ROW EXECUTE FUNCTION g()",
    [
      ["application", "SHARE ROW EXCLUSIVE"],
      ["users", "SHARE ROW EXCLUSIVE"],
    ],
  ],
  [
    "DROP TRIGGER a ON users; CREATE TRIGGER a AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION f(); DROP TABLE note",
    [
      ["note", "ACCESS EXCLUSIVE"],
      ["users", "ACCESS EXCLUSIVE"],
    ],
  ],
  ["CREATE INDEX a ON users (b)", [["users", "SHARE ROW EXCLUSIVE"]]],
  ["CREATE INDEX CONCURRENTLY a ON users (b)", []],
  [
    "-- ALTER TABLE note\nCREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ ALTER TABLE note ADD a int $$",
    [],
  ],
])("%s", (sql, locks) => {
  expect(findLocks(sql)).toEqual(locks.map(([table, mode]) => ({ table, mode })));
});
