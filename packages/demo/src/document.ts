import { inFont, newPdf } from "@countinghouse/api/pdf/new-pdf";
import { formatCents } from "@countinghouse/validators/money";

export interface DemonstrationDocument {
  type: string;
  /** When it was made: the same document is the same to the byte. */
  createdAt: Date;
  name: string;
  address: string;
  userId: number;
  applicationId: number;
  ipAddress: string;
  approvedAmountCents: number | null;
  paybackAmountCents: number | null;
  termsCalculation: string;
}

const PAGE = { left: 56, top: 56 };
const LONGEST_LINE = 100;

/** Draws a one-page document of a made-up customer, which says in words that it is no real one. */
export function drawDemonstrationDocument(document: DemonstrationDocument): Promise<Buffer> {
  const { title, text } = documentContent(document);
  const { pdf, finished } = newPdf({ title, madeAt: document.createdAt });
  pdf.font("Helvetica").fontSize(18).text(inFont(title), PAGE.left, PAGE.top);
  pdf.fontSize(10);
  const lines = [...text, "", ...documentParties(document), "", "A demonstration document. It binds nobody."];
  for (const [index, line] of lines.entries()) {
    // Cut here: to have it measured takes longer than all the rest.
    pdf.text(inFont(line).slice(0, LONGEST_LINE), PAGE.left, PAGE.top + 40 + index * 18, {
      lineBreak: false,
    });
  }
  pdf.end();
  return finished;
}

interface Content {
  title: string;
  text: string[];
}

function documentContent(document: DemonstrationDocument): Content {
  const { type, approvedAmountCents, paybackAmountCents, termsCalculation, applicationId } = document;
  const amounts = [
    `Amount advanced: ${money(approvedAmountCents)}`,
    `Amount to be paid back: ${money(paybackAmountCents)}`,
    `Payments: ${termsCalculation || "none"}`,
  ];
  const contents: Record<string, Content> = {
    consent: {
      title: "Consent to Electronic Records and Credit Check",
      text: [
        "The customer agrees to receive records electronically and to have credit and bank data looked at.",
      ],
    },
    disclosure: {
      title: "State Disclosure",
      text: ["What this advance costs, before it is signed.", ...amounts],
    },
    addendum: {
      title: "Addendum A",
      text: ["Payments are collected from the bank account or the card on file.", ...amounts.slice(2)],
    },
    bank_statement: { title: "Bank Statement", text: ["A statement that the customer uploaded."] },
  };
  return contents[type] ?? { title: "Document", text: [`Uploaded with application ${applicationId}.`] };
}

const documentParties = ({
  name,
  address,
  userId,
  applicationId,
  createdAt,
  ipAddress,
}: DemonstrationDocument) => [
  `Customer: ${name || "without a name"} (user ${userId})`,
  `Address: ${address || "not known"}`,
  `Application: ${applicationId}`,
  `Made: ${createdAt.toISOString().slice(0, 19).replace("T", " ")} UTC, from ${ipAddress}`,
];

const money = (cents: number | null): string => (cents === null ? "none" : formatCents(cents));
