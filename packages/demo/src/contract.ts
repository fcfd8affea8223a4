import { inFont, newPdf, type Pdf } from "@countinghouse/api/pdf/new-pdf";
import { formatCents } from "@countinghouse/validators/money";
import { addDays, formatNewYork } from "@countinghouse/validators/new-york";

/** What a contract says. Amounts are in cents, days are YYYY-MM-DD. */
export interface Contract {
  signedAt: Date;
  ipAddress: string;
  name: string;
  businessName: string;
  address: string;
  userId: number;
  applicationId: number;
  approvedAmountCents: number;
  disbursementFeeCents: number;
  disbursementAmountCents: number;
  fundsDispersedOption: string;
  paybackAmountCents: number;
  paymentAmountCents: number;
  discountAmountCents: number | null;
  discountDate: string | null;
  firstPaymentDate: string;
  lastPaymentDate: string;
}

export interface ContractPayment {
  date: string;
  amountCents: number;
}

/** The weekly payments that an advance is paid back in, from the first day to the last; the last one is the rest. */
export function contractPayments(contract: Contract): ContractPayment[] {
  const payments: ContractPayment[] = [];
  let leftCents = contract.paybackAmountCents;
  for (let date = contract.firstPaymentDate; date <= contract.lastPaymentDate; date = addDays(date, 7)) {
    const isLast = addDays(date, 7) > contract.lastPaymentDate;
    const amountCents = isLast ? leftCents : Math.min(contract.paymentAmountCents, leftCents);
    payments.push({ date, amountCents });
    leftCents -= amountCents;
  }
  return payments;
}

const PAGE = { left: 64, right: 548, top: 64, bottom: 728 };
const WIDTH = PAGE.right - PAGE.left;
const LINE = 17;
const INK = "#111111";
const FAINT = "#5f6368";
const RULE = "#c8ccd1";
/** How many payments stand beside each other in a line of the schedule. */
const ABREAST = 3;
/** More of them do not fit on the page. */
const MOST_PAYMENTS = 27;

const TITLE = "Purchase and Sale of Future Receipts";

/** Draws a signed contract of one page: who, on which terms, when what is paid, and the signature. */
export function drawContract(contract: Contract): Promise<Buffer> {
  const { pdf, finished } = newPdf({ title: TITLE, madeAt: contract.signedAt });
  const payments = contractPayments(contract);
  pdf.fillColor(INK).font("Helvetica-Bold").fontSize(20);
  write(pdf, TITLE, PAGE.left, PAGE.top);
  pdf.font("Helvetica").fontSize(10).fillColor(FAINT);
  write(pdf, `Contract of application ${contract.applicationId}`, PAGE.left, PAGE.top + 28);
  let y = heading(pdf, "1  Parties", PAGE.top + 58);
  y = facts(pdf, y, contractParties(contract));
  y = heading(pdf, "2  Terms", y + 16);
  y = facts(pdf, y, contractTerms(contract, payments));
  y = heading(pdf, "3  Payments", y + 16);
  y = schedule(pdf, y, payments);
  y = heading(pdf, "4  Collection", y + 16);
  for (const line of COLLECTION) {
    write(pdf, line, PAGE.left, y);
    y += 14;
  }
  drawSignature(pdf, Math.max(y + 24, 640), contract);
  pdf.font("Helvetica").fontSize(8).fillColor(FAINT);
  write(pdf, "A demonstration document. It binds nobody.", PAGE.left, PAGE.bottom);
  pdf.text("Page 1 of 1", PAGE.left, PAGE.bottom, { width: WIDTH, align: "right", lineBreak: false });
  pdf.end();
  return finished;
}

const COLLECTION = [
  "The customer sells future receipts in the amount to be paid back. Each payment is collected on its day by",
  "ACH from the bank account, or from the debit card, that the customer has named. What is paid early is taken",
  "off the last payment. A payment that was missed is collected again on the next business day.",
] as const;

type Fact = [name: string, value: string];

const contractParties = ({ name, businessName, address, userId }: Contract): Fact[] => [
  ["Customer", `${name || "without a name"} (user ${userId})`],
  ...(businessName === "" ? [] : [["Business", businessName] satisfies Fact]),
  ["Address", address || "not known"],
  ["Purchaser", "Countinghouse Demonstration Advances"],
];

function contractTerms(contract: Contract, payments: readonly ContractPayment[]): Fact[] {
  const { approvedAmountCents, disbursementFeeCents, disbursementAmountCents } = contract;
  const ofeeCents = approvedAmountCents - disbursementFeeCents - disbursementAmountCents;
  const { discountAmountCents, discountDate, fundsDispersedOption } = contract;
  return [
    ["Amount advanced", formatCents(approvedAmountCents)],
    ["Origination fee", formatCents(ofeeCents)],
    ["Disbursement fee", formatCents(disbursementFeeCents)],
    ["Amount disbursed", `${formatCents(disbursementAmountCents)} by ${paymentMethod(fundsDispersedOption)}`],
    ["Amount to be paid back", formatCents(contract.paybackAmountCents)],
    ["Payments", `${payments.length} weekly payments of ${formatCents(contract.paymentAmountCents)}`],
    ...(discountAmountCents === null || discountDate === null
      ? []
      : [
          [
            "Discount",
            `${formatCents(discountAmountCents)} if all is paid by ${discountDate}`,
          ] satisfies Fact,
        ]),
  ];
}

const paymentMethod = (option: string): string =>
  option === "instantBankTransfer" ? "instant transfer" : "next-day ACH";

/** Draws a heading with a rule under it; returns where what it heads begins. */
function heading(pdf: Pdf, text: string, y: number): number {
  pdf.font("Helvetica-Bold").fontSize(11).fillColor(INK);
  write(pdf, text, PAGE.left, y);
  pdf
    .moveTo(PAGE.left, y + 16)
    .lineTo(PAGE.right, y + 16)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
  pdf.font("Helvetica").fontSize(10);
  return y + 24;
}

function facts(pdf: Pdf, y: number, lines: readonly Fact[]): number {
  for (const [index, [name, value]] of lines.entries()) {
    pdf.fillColor(FAINT);
    write(pdf, name, PAGE.left, y + index * LINE);
    pdf.fillColor(INK);
    write(pdf, shortened(value), PAGE.left + 150, y + index * LINE);
  }
  return y + lines.length * LINE;
}

/** Draws the payments column by column, ABREAST of them in a line; returns where they end. */
function schedule(pdf: Pdf, y: number, payments: readonly ContractPayment[]): number {
  const shown = payments.slice(0, MOST_PAYMENTS);
  const lines = Math.ceil(shown.length / ABREAST);
  const step = WIDTH / ABREAST;
  for (const [index, { date, amountCents }] of shown.entries()) {
    const x = PAGE.left + Math.floor(index / lines) * step;
    const at = y + (index % lines) * 14;
    pdf.fillColor(FAINT);
    write(pdf, `${index + 1}.`, x, at);
    pdf.fillColor(INK);
    write(pdf, date, x + 22, at);
    pdf.text(formatCents(amountCents), x + 74, at, { width: 62, align: "right", lineBreak: false });
  }
  if (payments.length > MOST_PAYMENTS) {
    write(pdf, `and ${payments.length - MOST_PAYMENTS} more, each a week later`, PAGE.left, y + lines * 14);
    return y + (lines + 1) * 14;
  }
  return y + lines * 14;
}

function drawSignature(pdf: Pdf, y: number, { name, signedAt, ipAddress }: Contract): void {
  pdf.font("Times-Italic").fontSize(20).fillColor(INK);
  write(pdf, shortened(name, 40), PAGE.left, y);
  pdf
    .moveTo(PAGE.left, y + 26)
    .lineTo(PAGE.left + 260, y + 26)
    .lineWidth(0.75)
    .strokeColor(INK)
    .stroke();
  pdf.font("Helvetica").fontSize(9).fillColor(FAINT);
  const at = formatNewYork(signedAt, "dateTime");
  write(pdf, `Signed electronically at ${at} (America/New_York) from ${ipAddress}`, PAGE.left, y + 32);
}

/** As much of a text as fits beside its name. */
const shortened = (text: string, longest = 60): string =>
  text.length > longest ? `${text.slice(0, longest)}...` : text;

/** One line as it is: to have it measured and broken takes longer than all the rest. */
const write = (pdf: Pdf, text: string, x: number, y: number): Pdf =>
  pdf.text(inFont(text), x, y, { lineBreak: false });
