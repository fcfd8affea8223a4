import { randomUUID } from "node:crypto";
import type { ReadDb } from "@countinghouse/db";
import { z } from "zod";
import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";

/** Kinds of reports that are kept; of more only those are counted that are known. */
const MOST_KEPT = 200;
const SHOWN = 20;
const LONGEST = 200;

/** What a browser sends by `report-to`, among reports of other things. */
const Violation = z.object({
  type: z.literal("csp-violation"),
  body: z.object({
    effectiveDirective: z.string(),
    blockedURL: z.string().nullish(),
    sourceFile: z.string().nullish(),
    lineNumber: z.number().nullish(),
  }),
});

/** What a browser sends by `report-uri`. */
const Report = z.object({
  "csp-report": z.object({
    "violated-directive": z.string().optional(),
    "effective-directive": z.string().optional(),
    "blocked-uri": z.string().nullish(),
    "source-file": z.string().nullish(),
    "line-number": z.number().nullish(),
  }),
});

interface PolicyReport {
  directive: string;
  blocked: string;
  source: string;
}

/** Of an address what names nobody: where it is, without path and query; a word like `inline` as it is. */
const origin = (address: string): string => {
  if (!URL.canParse(address)) return address.slice(0, LONGEST);
  const { protocol, host } = new URL(address);
  return host === "" ? protocol : `${protocol}//${host}`;
};

/** A script by its own name, with the line: pages have ids in theirs. */
const place = (file: string, line: number): string => {
  const name = URL.canParse(file) ? (new URL(file).pathname.split("/").at(-1) ?? "") : file;
  return /\.m?js$/.test(name) ? `${name.slice(0, LONGEST)}:${line}` : "";
};

/** What is reported, in either way; nothing of what is no report. */
export function readPolicyReports(body: unknown): PolicyReport[] {
  if (Array.isArray(body))
    return body.flatMap((each: unknown) => {
      const { data } = Violation.safeParse(each);
      if (data === undefined) return [];
      const { effectiveDirective, blockedURL, sourceFile, lineNumber } = data.body;
      return [
        {
          directive: effectiveDirective.slice(0, LONGEST),
          blocked: origin(blockedURL ?? ""),
          source: place(sourceFile ?? "", lineNumber ?? 0),
        },
      ];
    });
  const one = Report.safeParse(body);
  if (!one.success) return [];
  const report = one.data["csp-report"];
  return [
    {
      directive: (report["effective-directive"] ?? report["violated-directive"] ?? "").slice(0, LONGEST),
      blocked: origin(report["blocked-uri"] ?? ""),
      source: place(report["source-file"] ?? "", report["line-number"] ?? 0),
    },
  ];
}

/**
 * Keeps what browsers report of the console's policies, counted by kind: 200 kinds at most, whoever sends them. Says it in the
 * log too.
 */
export async function keepPolicyReports(
  services: Pick<Core, "db" | "log" | "now">,
  reports: readonly PolicyReport[],
): Promise<void> {
  for (const { directive, blocked, source } of reports.slice(0, SHOWN)) {
    services.log.warn({ directive, blocked, source }, "a browser reported what a policy blocked");
    await coordinate(
      services,
      (tx) => tx.$executeRaw`
        INSERT INTO policy_report (id, directive, blocked, source, count, first_at, last_at)
        SELECT ${randomUUID()}::uuid, ${directive}, ${blocked}, ${source}, 1, ${services.now()}, ${services.now()}
        WHERE (SELECT count(*) FROM policy_report) < ${MOST_KEPT} OR EXISTS (SELECT FROM policy_report
          WHERE directive = ${directive} AND blocked = ${blocked} AND source = ${source})
        ON CONFLICT (directive, blocked, source)
        DO UPDATE SET count = policy_report.count + 1, last_at = excluded.last_at`,
    );
  }
}

/** What was reported last. */
export const readKeptReports = (db: Pick<ReadDb, "policyReport">) =>
  db.policyReport.findMany({
    orderBy: [{ lastAt: "desc" }, { id: "asc" }],
    take: SHOWN,
    select: { id: true, directive: true, blocked: true, source: true, count: true, lastAt: true },
  });
