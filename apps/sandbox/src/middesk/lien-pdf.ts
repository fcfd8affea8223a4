import { buffer } from "node:stream/consumers";
import Pdf from "pdfkit";
import type { Lien } from "./businesses.ts";
import { makeFiling, SECURED_PARTY } from "./filing.ts";
import { oneLine } from "./requests.ts";

const MARGIN = 56;
const LABEL_WIDTH = 130;

/** The financing statement of a filed lien as a PDF file of one page. */
export function lienPdf(lien: Lien): Promise<Buffer> {
  const filing = makeFiling(lien);
  const document = new Pdf({
    size: "LETTER",
    margin: MARGIN,
    info: { Title: filing.filename, CreationDate: filing.at },
  });
  const file = buffer(document);
  document.font("Helvetica-Bold").fontSize(20).text("UCC Financing Statement").moveDown(0.2);
  document.font("Helvetica").fontSize(10).text("Form UCC-1, initial filing").moveDown(1.5);
  addRow(document, "File number", filing.fileNumber);
  addRow(document, "State", lien.state);
  addRow(document, "Filed on", filing.filedOn);
  addRow(document, "Lapses on", filing.lapsesOn);
  for (const { name, address } of lien.debtors) addRow(document, "Debtor", `${name}\n${oneLine(address)}`);
  addRow(document, "Secured party", `${SECURED_PARTY.name}\n${oneLine(SECURED_PARTY.address)}`);
  addRow(document, "Collateral", lien.collateral);
  if (lien.principalCents !== null) addRow(document, "Principal", dollars.format(lien.principalCents / 100));
  document.end();
  return file;
}

function addRow(document: PDFKit.PDFDocument, label: string, text: string): void {
  const { y } = document;
  document.font("Helvetica-Bold").text(label, MARGIN, y, { width: LABEL_WIDTH });
  document
    .font("Helvetica")
    .text(text, MARGIN + LABEL_WIDTH, y)
    .moveDown(0.6);
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
