import { expect, test } from "vitest";
import type { SourceFile } from "./repository-files.ts";
import { REPOSITORY_RULES } from "./repository-rules.ts";

const file = (path: string, text: string): SourceFile => ({ path, text });

/** For each rule, the least that breaks it. */
const OFFENCES: [rule: string, files: SourceFile[], problem: string][] = [
  ["no folder has more odd lines", [file("docs/a.md", "What came of it.")], "docs has 1 odd lines"],
  ["no secret", [file("apps/server/src/a.ts", `const password = "hunter2hunter2";`)], "a.ts:1 has password"],
  ["nothing of one machine", [file("README.md", "cd /home/me/project")], "README.md:1 has /home/m"],
  [
    "nothing goes around",
    [file("packages/api/src/a.ts", "const a = 1;\nconst b = a as any;")],
    "a.ts:2 has as any",
  ],
  [
    "no test is left out",
    [file("packages/api/src/a.test.ts", "test.only(() => {});")],
    "a.test.ts:1 has test.only(",
  ],
  ["nothing is left for later", [file("tools/a.ts", "// TODO")], "a.ts:1 has TODO"],
  ["services are told", [file("packages/api/src/a.ts", "const now = new Date();")], "a.ts:1 has new Date()"],
  [
    "what the API writes",
    [file("packages/api/src/loans/a.ts", "await db.unsafeTransaction((tx) => tx.user.delete(one));")],
    "a.ts:1 has unsafeTransaction",
  ],
  [
    "nobody else writes by a connection",
    [file("packages/api/src/loans/a.ts", `const { pool } = db;\nawait connect();`)],
    "a.ts:1 has { pool",
  ],
  [
    "nobody else writes by a connection",
    [file("packages/api/src/loans/a.ts", `await client.query("BEGIN");`)],
    "a.ts:1 has client.query",
  ],
  [
    "which payment states",
    [file("packages/api/src/loans/a.ts", "const PAID = `state IN ('SUBMITTED', 'SETTLED')`;")],
    "a.ts:1 has IN ('SUBMITTED'",
  ],
  ...[
    `where: { state: { notIn: ["FAILED", "CANCELLED"] } }`,
    `const ASKED = ["UNKNOWN", "NEEDS_REVIEW"];`,
    `const PAID: ReadonlySet<PaymentState> = new Set(["SUBMITTED", "SUCCEEDED", "SETTLED"]);`,
    `if (["RETURNED", "CHARGED_BACK"].includes(state)) return;`,
    `const isOpen = intent.state === "SENDING" || intent.state === "UNKNOWN";`,
  ].map((code): [string, SourceFile[], string] => [
    "which payment states",
    [file("tools/storm/a.ts", code), file("packages/api/src/uploads/a.ts", code)],
    "tools/storm/a.ts:1 has",
  ]),
  [
    "a new migration can",
    [file("packages/db/prisma/migrations/20270101000000_a/migration.sql", "CREATE INDEX a ON users (b);")],
    "CONCURRENTLY",
  ],
  [
    "what leaves no audit",
    [file("packages/api/src/loans/a.ts", "await coordinate(services, (tx) => tx.user.delete(one));")],
    "a.ts:1 has coordinate(",
  ],
  [
    "only packages/api/src/locks.ts",
    [
      file("packages/api/src/loans/a.ts", "const LOCK = `SELECT id FROM users\n  WHERE id = 1 FOR UPDATE`;"),
      file("packages/api/src/loans/b.ts", "const READ = `SELECT id FROM users WHERE id = 1`;"),
      file("packages/api/src/loans/a.test.ts", "const LOCK = `SELECT id FROM users FOR UPDATE`;"),
      file("packages/api/src/locks.ts", "const LOCK = `SELECT id FROM users FOR UPDATE`;"),
    ],
    "loans/a.ts locks such a row",
  ],
  ["layers are named", [file("apps/console/src/a.tsx", `<p className="lg:z-50" />`)], "a.tsx:1 has z-5"],
  ["no column", [file("packages/db/prisma/schema/a.prisma", "cardCvv String")], "a.prisma:1 has cardCvv"],
  ["a file has at most", [file("tools/a.ts", `${"\n".repeat(300)}x`)], "tools/a.ts has 301"],
  [
    "a domain of the API",
    [
      file(
        "packages/api/src/loans/router.ts",
        `import { pay } from "./pay.ts";\nimport { list } from "./service.ts";`,
      ),
      file("packages/api/src/loans/service.ts", ""),
    ],
    "loans/router.ts calls ./pay.ts beside",
  ],
  [
    "a domain with a contract",
    [
      "packages/validators/src/contract/contract.ts",
      "packages/validators/src/cards/contract.ts",
      "packages/api/src/cards/service.ts",
      "packages/db/prisma/schema/cards.prisma",
      "apps/console/src/pages/cards/cards-page.tsx",
      "docs/guide/card.md",
      "e2e/cards.e2e.ts",
    ].map((path) => file(path, "")),
    "docs/guide/cards.md is missing",
  ],
  [
    "what a domain sends",
    [file("packages/api/src/deals/crm-message.ts", "")],
    "deals/crm-message.ts has another name",
  ],
  [
    "a folder has at most",
    Array.from({ length: 41 }, (_, index) => file(`tools/a/${index}.ts`, "")),
    "tools/a has 41",
  ],
  [
    "every route",
    [
      file(
        "apps/console/src/paths.ts",
        `export const routes = {\n  users: "/admin/users",\n  loans: "/admin/loans",\n} as const;`,
      ),
      file("apps/console/src/routes.tsx", "<Route path={routes.users} />"),
    ],
    "no page for /admin/loans",
  ],
  ["the documents", [file("README.md", "see `tools/gone.ts`")], "README.md names tools/gone.ts"],
  ["the documents", [file("docs/a.md", "see `gone.ts` and `tools/`")], "docs/a.md names gone.ts"],
  [
    "every text of the specifications",
    [
      file(
        "tools/checks/specified-texts.json",
        `[{"specification":1,"text":"Hello {name}!"},{"specification":2,"text":"Good day"},{"specification":2,"text":"Bye","notKept":"why"}]`,
      ),
      file("apps/console/src/a.tsx", "<p>Hello {name}!</p>"),
      file("apps/console/src/a.test.tsx", `"Good day"`),
    ],
    "specification 2 has “Good day”",
  ],
  [
    "text that goes into a CSV file",
    [file("packages/api/src/a.ts", `import { stringify } from "csv-stringify/sync";`)],
    "a.ts writes CSV without",
  ],
  ["a package's versions", [file("apps/a/package.json", `{"dependencies":{"zod":"4.0.0"}}`)], "zod is 4.0.0"],
  [
    "every model",
    [file("packages/db/prisma/schema/a.prisma", `model Card {\n  @@map("card")\n}`)],
    "no migration makes card",
  ],
  [
    "a new migration",
    [
      file(
        "packages/db/prisma/migrations/29990101000000_a/migration.sql",
        "CREATE INDEX a ON users (email);",
      ),
    ],
    "29990101000000_a",
  ],
  [
    "each requirement of ASVS",
    [
      file(
        "docs/asvs.md",
        `\n216 met, 0 not, 1 not applicable.\n${Array.from({ length: 217 }, (_, index) => `| V1.1.${index} | this | ${index === 0 ? "n/a" : "met"} | ${index === 1 ? "surely" : "`a.ts`"} |`).join("\n")}`,
      ),
    ],
    "V1.1.1 names no file",
  ],
];

test.each(OFFENCES)("the rule “%s …” finds what breaks it", (start, files, problem) => {
  const rule = REPOSITORY_RULES.find(({ name }) => name.startsWith(start));
  expect(rule?.find(files)).toEqual([expect.stringContaining(problem)]);
});

test("each rule has an offence above that proves it", () => {
  const proven = REPOSITORY_RULES.filter(({ name }) => OFFENCES.some(([start]) => name.startsWith(start)));
  expect(proven).toHaveLength(REPOSITORY_RULES.length);
});
