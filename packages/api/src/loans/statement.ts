import { formatCents } from "@countinghouse/validators/money";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { inFont, newPdf, type Pdf } from "../pdf/new-pdf.ts";
import type { LoanTransaction } from "./transactions.ts";

export interface Statement {
  userId: number;
  name: string;
  /** The period, both days included, YYYY-MM-DD in New York. */
  from: string;
  to: string;
  madeAt: Date;
  /** Oldest first, each with the balance after it, in cents. */
  transactions: LoanTransaction[];
}

const PAGE = { left: 48, right: 564, top: 48, bottom: 712, foot: 748 };
const ROW_HEIGHT = 16;

const COLUMNS = [
  { title: "Date", x: 48, width: 62, align: "left" },
  { title: "Type", x: 112, width: 56, align: "left" },
  { title: "Item", x: 170, width: 110, align: "left" },
  { title: "Description", x: 282, width: 144, align: "left" },
  { title: "Amount", x: 428, width: 64, align: "right" },
  { title: "Balance", x: 494, width: 70, align: "right" },
] as const;

/** Draws a statement: whose it is, the period, every transaction with the running balance, and what is owed. */
export function drawStatement(statement: Statement): Promise<Buffer> {
  const title = `Transactions of user ${statement.userId}`;
  const { pdf: document, finished } = newPdf({ title, madeAt: statement.madeAt });
  let page = 1;
  drawHead(document, statement);
  drawFoot(document, statement, page);
  let y = drawColumns(document, 158);
  for (const transaction of statement.transactions) {
    if (y > PAGE.bottom) {
      document.addPage();
      drawFoot(document, statement, ++page);
      y = drawColumns(document, PAGE.top);
    }
    drawRow(document, statementCells(transaction), y);
    y += ROW_HEIGHT;
  }
  if (statement.transactions.length === 0) {
    document.font("Helvetica").fontSize(9).text("There are no transactions.", PAGE.left, y);
  }
  document.end();
  return finished;
}

function drawHead(document: Pdf, { userId, name, from, to, madeAt, transactions }: Statement): void {
  document.font("Helvetica-Bold").fontSize(16).text("Transactions", PAGE.left, PAGE.top);
  const balanceCents = transactions.at(-1)?.balanceCents ?? 0;
  const lines = [
    `${inFont(name)} (user ${userId})`,
    `Period ${from} to ${to}, dates of New York (America/New_York)`,
    `Made ${formatNewYork(madeAt, "dateTime")} in New York (America/New_York)`,
    `Balance on ${to}: ${inFont(formatCents(balanceCents))}`,
  ];
  document.font("Helvetica").fontSize(10);
  for (const [index, line] of lines.entries()) {
    const width = PAGE.right - PAGE.left;
    document.text(line, PAGE.left, 74 + index * 16, { width, height: 12, ellipsis: true, lineBreak: false });
  }
}

/** Pages that come apart still say whose they are. */
function drawFoot(document: Pdf, { userId, from, to }: Statement, page: number): void {
  const width = PAGE.right - PAGE.left;
  document.font("Helvetica").fontSize(8);
  document.text(`Transactions of user ${userId}, ${from} to ${to}`, PAGE.left, PAGE.foot, {
    lineBreak: false,
  });
  document.text(`Page ${page}`, PAGE.left, PAGE.foot, { width, align: "right", lineBreak: false });
}

/** Draws the heads of the columns at `y`; returns where the first row goes. */
function drawColumns(document: Pdf, y: number): number {
  document.font("Helvetica-Bold").fontSize(9);
  for (const { title, x, width, align } of COLUMNS) document.text(title, x, y, { width, align });
  document
    .moveTo(PAGE.left, y + 13)
    .lineTo(PAGE.right, y + 13)
    .lineWidth(0.5)
    .stroke();
  return y + 18;
}

const statementCells = (transaction: LoanTransaction): string[] => [
  transaction.transactionDate,
  transaction.transactionType,
  transaction.customDescription,
  transaction.description,
  formatCents(transaction.amountCents),
  formatCents(transaction.balanceCents),
];

function drawRow(document: Pdf, cells: string[], y: number): void {
  document.font("Helvetica").fontSize(9);
  for (const [index, { x, width, align }] of COLUMNS.entries()) {
    const text = inFont(cells[index] ?? "");
    document.text(text, x, y, { width, align, height: ROW_HEIGHT - 4, ellipsis: true });
  }
}
