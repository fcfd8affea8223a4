import type { SourceFile } from "./repository-files.ts";

/** Where a layer has another name than its domain: the path of the noun, the path there is, and the reason. */
const EXCEPTIONS: Readonly<Record<string, { path: string; reason: string }>> = {
  "apps/console/src/pages/notes/": {
    path: "apps/console/src/components/notes/",
    reason: "Notes are a section of two pages.",
  },
  "docs/guide/notes.md": {
    path: "docs/guide/user-detail.md",
    reason: "The guide has a chapter for each page.",
  },
  "e2e/notes.e2e.ts": { path: "e2e/user-page.e2e.ts", reason: "One journey shows a customer's page." },
  "docs/guide/payments.md": {
    path: "docs/guide/payment.md",
    reason: "The file is the address of the chapter; the page is Payment.",
  },
  "apps/console/src/pages/ledger/": {
    path: "apps/console/src/pages/loans-ledger/",
    reason: "The specification names the page Loans Ledger.",
  },
  "docs/guide/ledger.md": {
    path: "docs/guide/loans-ledger.md",
    reason: "The file is the address of the chapter; the page is Loans Ledger.",
  },
  "e2e/ledger.e2e.ts": { path: "e2e/loans-ledger.e2e.ts", reason: "The journey is named after its page." },
};

/** The files and folders of each domain that has a contract and lacks its noun in another layer. */
export function differingNouns(files: readonly SourceFile[]): string[] {
  const exists = (path: string) => files.some((file) => file.path.startsWith(path));
  const nouns = files.flatMap(({ path }) => CONTRACT.exec(path)?.[1] ?? []);
  return nouns.flatMap(pathsOf).flatMap((path) => {
    const exception = EXCEPTIONS[path];
    if (exception === undefined) return exists(path) ? [] : [`${path} is missing`];
    if (exists(path)) return [`${path} exists and is still an exception`];
    return exists(exception.path) ? [] : [`${exception.path} is missing, which replaces ${path}`];
  });
}

/** The folder `contract` has no domain: its file declares what a contract is. */
const CONTRACT = /^packages\/validators\/src\/(?!contract\/)([^/]+)\/contract\.ts$/;

const pathsOf = (noun: string): string[] => [
  `packages/api/src/${noun}/`,
  `packages/db/prisma/schema/${noun}.prisma`,
  `apps/console/src/pages/${noun}/`,
  `docs/guide/${noun}.md`,
  `e2e/${noun}.e2e.ts`,
];
