import { ADMIN } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import type { Job } from "../import-job.tsx";

export const ID = "0190c1a0-0000-4000-8000-00000000000b";
export const AT = new Date("2026-11-20T16:40:00Z");

export const PLAN: NonNullable<Job["plan"]> = {
  tables: [
    {
      file: "customers.csv",
      tab: null,
      sheet: "users",
      encoding: "utf-8",
      separator: "comma",
      titleLines: 2,
      headerLine: 3,
      dates: "mdy",
      datesDisagree: true,
      numbers: "us",
      ssnLostZeros: false,
      columns: [
        { header: "Soc. Sec. No.", field: "ssn", how: "named", samples: ["•••-••-••••"] },
        { header: "Region", field: null, how: "unknown", samples: ["West", "East"] },
      ],
    },
  ],
  users: {
    rows: 1_400,
    loaded: 1_380,
    completed: 5,
    updated: 0,
    alreadyThere: 3,
    repeated: 2,
    refused: 10,
    leftEmpty: 4,
    mended: 0,
    conflicts: 0,
    footers: 1,
  },
  book: null,
  reasons: [{ reason: "email: it is another customer's.", rows: 10 }],
  passedOver: [],
};

export const PLANNED: Job = {
  id: ID,
  state: "PLANNED",
  error: "",
  createdBy: ADMIN.email,
  createdAt: AT,
  startedAt: null,
  finishedAt: null,
  settings: {
    source: "oldsystem",
    strict: false,
    update: false,
    encoding: null,
    separator: null,
    dates: null,
    numbers: null,
    signs: null,
    paidIn: null,
    headerLine: null,
    mapping: {},
    tables: [],
    leaveOutHidden: false,
  },
  plan: PLAN,
  planDigest: "a".repeat(64),
  progress: null,
  report: null,
  undo: null,
  files: [{ id: ID, kind: "UPLOADED", name: "customers.csv", sizeBytes: 2_048 }],
  written: [{ id: ID, kind: "REFUSED", name: "customers.refused.csv", sizeBytes: 100 }],
};

/** Makes plans again: `begin` is told of each. Returns the settings that were sent. */
export function servePlans(begin: (job: Job) => void): unknown[] {
  const sent: unknown[] = [];
  mockTrpc.mutation("imports.plan", ({ input }) => {
    sent.push(input.settings);
    begin({ ...PLANNED, state: "PLANNING", planDigest: null });
    return { id: ID };
  });
  return sent;
}
