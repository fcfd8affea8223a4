import { formatCents } from "@countinghouse/validators/money";
import { formatNewYork } from "@countinghouse/validators/new-york";
import PdfKit from "pdfkit";
import type { LoanTransaction } from "./service.ts";

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

const PAGE = { left: 48, right: 564, top: 48, bottom: 720 };
const ROW_HEIGHT = 16;

const COLUMNS = [
  { title: "Date", x: 48, width: 62, align: "left" },
  { title: "Type", x: 112, width: 56, align: "left" },
  { title: "Item", x: 170, width: 110, align: "left" },
  { title: "Description", x: 282, width: 120, align: "left" },
  { title: "Amount", x: 404, width: 78, align: "right" },
  { title: "Balance", x: 484, width: 80, align: "right" },
] as const;

/** Draws a statement: whose it is, the period, every transaction with the running balance, and what is owed. */
export function drawStatement(statement: Statement): Promise<Buffer> {
  const document = new PdfKit({
    size: "LETTER",
    margin: 0,
    info: { Title: `Transactions of user ${statement.userId}`, CreationDate: statement.madeAt },
  });
  const finished = collect(document);
  drawHead(document, statement);
  let y = drawColumns(document, 158);
  for (const transaction of statement.transactions) {
    if (y > PAGE.bottom) {
      document.addPage();
      y = drawColumns(document, PAGE.top);
    }
    drawRow(document, cellsOf(transaction), y);
    y += ROW_HEIGHT;
  }
  if (statement.transactions.length === 0) {
    document.font("Helvetica").fontSize(9).text("There are no transactions.", PAGE.left, y);
  }
  document.end();
  return finished;
}

type Document = InstanceType<typeof PdfKit>;

function drawHead(document: Document, { userId, name, from, to, madeAt, transactions }: Statement): void {
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

/** Draws the heads of the columns at `y`; returns where the first row goes. */
function drawColumns(document: Document, y: number): number {
  document.font("Helvetica-Bold").fontSize(9);
  for (const { title, x, width, align } of COLUMNS) document.text(title, x, y, { width, align });
  document
    .moveTo(PAGE.left, y + 13)
    .lineTo(PAGE.right, y + 13)
    .lineWidth(0.5)
    .stroke();
  return y + 18;
}

const cellsOf = (transaction: LoanTransaction): string[] => [
  transaction.transactionDate,
  transaction.transactionType,
  transaction.customDescription,
  transaction.description,
  formatCents(transaction.amountCents),
  formatCents(transaction.balanceCents),
];

function drawRow(document: Document, cells: string[], y: number): void {
  document.font("Helvetica").fontSize(9);
  for (const [index, { x, width, align }] of COLUMNS.entries()) {
    const text = inFont(cells[index] ?? "");
    document.text(text, x, y, { width, align, height: ROW_HEIGHT - 4, ellipsis: true });
  }
}

/** The built-in fonts hold Western letters only: what they lack is drawn as a question mark, lines become one. */
const inFont = (text: string): string =>
  text
    .replaceAll("−", "-")
    .replace(/\s+/g, " ")
    .replace(/[^\u0020-\u007e\u00a0-\u00ff]/gu, "?");

function collect(document: Document): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
}
