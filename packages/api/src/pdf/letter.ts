import { inFont, newPdf } from "./new-pdf.ts";

export interface Lender {
  name: string;
  /** On one line. */
  address: string;
}

export interface WithLender {
  /** The lender as letters name it; null where the settings are missing. */
  lender: Lender | null;
}

export interface LetterText {
  /** The lender's lines. */
  head: readonly string[];
  date: string;
  to: readonly string[];
  title: string;
  /** A paragraph that begins with "•" is an entry of a list. */
  paragraphs: readonly string[];
}

const PAGE = { left: 72, width: 468, top: 72 };

/** Draws a letter of one page. With the same `madeAt` it is the same to the byte. */
export function drawLetter({ head, date, to, title, paragraphs }: LetterText, madeAt: Date): Promise<Buffer> {
  const { pdf, finished } = newPdf({ title, madeAt });
  let y = PAGE.top;
  const write = (text: string, after: number) => {
    const shown = text.startsWith("•") ? `- ${inFont(text.slice(1))}` : inFont(text);
    pdf.text(shown, PAGE.left, y, { width: PAGE.width });
    y = pdf.y + after;
  };
  pdf.font("Helvetica").fontSize(10);
  for (const line of head) write(line, 2);
  y += 16;
  write(date, 16);
  for (const line of to) write(line, 2);
  y += 16;
  pdf.font("Helvetica-Bold").fontSize(12);
  write(title, 12);
  pdf.font("Helvetica").fontSize(10);
  for (const paragraph of paragraphs) write(paragraph, 9);
  pdf.end();
  return finished;
}
