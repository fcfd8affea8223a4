import { buffer } from "node:stream/consumers";
import Pdf from "pdfkit";
import type { AccountAssets, AssetReport, AssetReportTransaction } from "plaid";
import type { Wire } from "./wire.ts";

const MARGIN = 48;
const ROW_HEIGHT = 13;
const COLUMNS = [
  { title: "Date", x: MARGIN, width: 60, align: "left" },
  { title: "Description", x: MARGIN + 64, width: 350, align: "left" },
  { title: "Amount", x: MARGIN + 420, width: 96, align: "right" },
] as const;

/** Where rows end, and where the foot of a page stands. */
const BOTTOM = 720;
const FOOT = 744;

/** The report as a PDF file: for each account its owner, its balances and every transaction, the latest first. */
export function assetReportPdf(report: Wire<AssetReport>): Promise<Buffer> {
  const document = new Pdf({
    size: "LETTER",
    margins: { top: MARGIN, right: MARGIN, bottom: 0, left: MARGIN },
    bufferPages: true,
    info: { Title: "Asset Report", CreationDate: new Date(report.date_generated) },
  });
  const file = buffer(document);
  document.font("Helvetica-Bold").fontSize(20).text("Asset Report").moveDown(0.3);
  document.font("Helvetica").fontSize(9);
  document.text(`Report ${report.asset_report_id}`);
  document.text(
    `Generated ${new Date(report.date_generated).toUTCString()}, ${report.days_requested} days requested`,
  );
  for (const item of report.items) {
    document.moveDown().font("Helvetica-Bold").fontSize(14).text(item.institution_name, MARGIN);
    for (const account of item.accounts) addAccount(document, account);
  }
  addFeet(document, report.asset_report_id);
  document.end();
  return file;
}

/** The foot of each page, once it is known how many there are. */
function addFeet(document: PDFKit.PDFDocument, reportId: string): void {
  const { count } = document.bufferedPageRange();
  const width = document.page.width - 2 * MARGIN;
  for (let index = 0; index < count; index++) {
    document.switchToPage(index);
    document.font("Helvetica").fontSize(8).text(`Report ${reportId}`, MARGIN, FOOT, { lineBreak: false });
    const page = `Page ${index + 1} of ${count}`;
    document.text(page, MARGIN, FOOT, { width, align: "right", lineBreak: false });
  }
}

function addAccount(document: PDFKit.PDFDocument, account: Wire<AccountAssets>): void {
  const { current, available } = account.balances;
  if (document.y > BOTTOM - 120) document.addPage();
  document.moveDown(0.6).font("Helvetica-Bold").fontSize(11);
  document.text(`${account.name} ending in ${account.mask ?? "unknown"}`, MARGIN);
  document.font("Helvetica").fontSize(9);
  document.text(`Owner ${account.owners.flatMap(({ names }) => names).join(", ")}`);
  document.text(`Current ${dollars(current)}, available ${dollars(available)}`).moveDown(0.6);
  addHeads(document);
  const latestFirst = account.transactions.toSorted((one, other) => other.date.localeCompare(one.date));
  for (const transaction of latestFirst) {
    if (document.y + ROW_HEIGHT > BOTTOM) {
      document.addPage();
      addHeads(document);
    }
    addRow(document, transactionCells(transaction));
  }
}

function addHeads(document: PDFKit.PDFDocument): void {
  document.font("Helvetica-Bold");
  addRow(
    document,
    COLUMNS.map(({ title }) => title),
  );
  const right = document.page.width - MARGIN;
  document.moveTo(MARGIN, document.y).lineTo(right, document.y).lineWidth(0.5).stroke();
  document.y += 5;
  document.font("Helvetica");
}

function addRow(document: PDFKit.PDFDocument, cells: readonly string[]): void {
  const { y } = document;
  for (const [index, { x, width, align }] of COLUMNS.entries())
    document.fontSize(8).text(cells[index] ?? "", x, y, { width, align, lineBreak: false, ellipsis: true });
  document.x = MARGIN;
  document.y = y + ROW_HEIGHT;
}

/** Plaid counts what leaves the account as positive; a statement shows it with a minus. */
function transactionCells({
  date,
  original_description,
  amount,
  pending,
}: Wire<AssetReportTransaction>): string[] {
  return [date, `${original_description ?? ""}${pending ? " (pending)" : ""}`, dollars(-amount)];
}

/** One formatter for all rows: making one for each row took most of the time of a long report. */
const USD = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

const dollars = (amount: number | null): string => (amount === null ? "unknown" : USD.format(amount));
