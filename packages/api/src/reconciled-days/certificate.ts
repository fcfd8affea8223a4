import { formatCents } from "@countinghouse/validators/money";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { BREAK_CAUSES, RESOLUTIONS } from "@countinghouse/validators/reconciled-days/rules";
import {
  FUNDING_SYSTEM_NAMES,
  FUNDING_SYSTEMS,
  type FundingSystem,
} from "@countinghouse/validators/reconciliation/rules";
import { inFont, newPdf, type Pdf } from "../pdf/new-pdf.ts";
import type { MovedTotals, Total } from "../reconciliation/all-payments-rules.ts";
import type { ReconciledBreak, ReconciledDay } from "./list.ts";

export interface Certified {
  day: ReconciledDay;
  signedBy: string;
  signedAt: Date;
}

const PAGE = { left: 48, right: 564, top: 48, bottom: 720 };
const WIDTH = PAGE.right - PAGE.left;
const COLUMNS = [48, 168, 300, 432];
const ROW = 16;

/** Each system's total over all rails and one direction; null where it did not answer about a part. */
export function sumDirection(
  totals: readonly MovedTotals[],
  direction: MovedTotals["direction"],
): Record<FundingSystem, Total | null> {
  const own = totals.filter((each) => each.direction === direction);
  const [giggle, ledger, payliance] = FUNDING_SYSTEMS.map((system) =>
    own.reduce<Total | null>((sum, { [system]: each }) => {
      if (sum === null || each === null) return null;
      return { count: sum.count + each.count, amountCents: sum.amountCents + each.amountCents };
    }, NOTHING),
  );
  return { giggle: giggle ?? null, ledger: ledger ?? null, payliance: payliance ?? null };
}

const NOTHING: Total = { count: 0, amountCents: 0 };

/** Draws what is signed: the day, what each system moved, and each difference with who accepted it and why. */
export function drawCertificate({ day: reconciled, signedBy, signedAt }: Certified): Promise<Buffer> {
  const { day, run, breaks } = reconciled;
  const { pdf, finished } = newPdf({ title: `Reconciliation of ${day}`, madeAt: signedAt });
  pdf.font("Helvetica-Bold").fontSize(16).text(`Reconciliation of ${day}`, PAGE.left, PAGE.top);
  pdf.font("Helvetica").fontSize(10);
  let y = 76;
  const line = (text: string) => {
    y = nextPage(pdf, y);
    const height = pdf.heightOfString(inFont(text), { width: WIDTH });
    pdf.text(inFont(text), PAGE.left, y, { width: WIDTH });
    y += height + 4;
  };
  line("All payments of the day (New York), compared one by one in product, ledger sheet and processors.");
  if (run) line(`Compared ${formatNewYork(run.at, "dateTime")} ET, ${run.payments} payments. Run ${run.id}.`);
  if (run?.unanswered) line(run.unanswered);
  y = drawTotals(pdf, y + 8, run?.totals ?? []);
  pdf.font("Helvetica-Bold").fontSize(12);
  line(breaks.length === 0 ? "No differences" : `Differences that were accepted: ${breaks.length}`);
  pdf.font("Helvetica").fontSize(9);
  for (const each of breaks) line(breakText(each));
  y += 12;
  pdf.fontSize(10);
  line(`Signed off by ${signedBy}, ${formatNewYork(signedAt, "dateTime")} ET.`);
  pdf.end();
  return finished;
}

function nextPage(pdf: Pdf, y: number): number {
  if (y < PAGE.bottom) return y;
  pdf.addPage();
  return PAGE.top;
}

function drawTotals(pdf: Pdf, from: number, totals: readonly MovedTotals[]): number {
  let y = from;
  const row = (cells: readonly string[]) => {
    for (const [index, cell] of cells.entries())
      pdf.text(inFont(cell), COLUMNS[index] ?? PAGE.left, y, { lineBreak: false });
    y += ROW;
  };
  pdf.font("Helvetica-Bold").fontSize(9);
  row(["", ...FUNDING_SYSTEMS.map((system) => FUNDING_SYSTEM_NAMES[system])]);
  pdf.font("Helvetica");
  for (const each of totals)
    row([`${each.rail} ${each.direction}`, ...FUNDING_SYSTEMS.map((system) => totalText(each[system]))]);
  pdf.font("Helvetica-Bold");
  for (const direction of ["in", "out"] as const) {
    const sum = sumDirection(totals, direction);
    row([`All ${direction}`, ...FUNDING_SYSTEMS.map((system) => totalText(sum[system]))]);
  }
  return y + 12;
}

const totalText = (total: Total | null): string =>
  total === null ? "did not answer" : `${total.count}: ${formatCents(total.amountCents)}`;

const breakText = ({
  cause,
  resolution,
  why,
  ref,
  deltaCents,
  resolvedBy,
  matchId,
}: ReconciledBreak): string =>
  [
    `${ref}: ${BREAK_CAUSES[cause].word}, ${formatCents(deltaCents)}.`,
    resolution === null
      ? ""
      : `${RESOLUTIONS[resolution]}${matchId === null ? "" : ` (${matchId.slice(0, 8)})`}`,
    resolvedBy === null ? "" : `by ${resolvedBy}: ${why}`,
  ].join(" ");
