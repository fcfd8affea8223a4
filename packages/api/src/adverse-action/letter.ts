import { formatNewYork } from "@countinghouse/validators/new-york";
import { drawLetter, type Lender, type LetterText } from "../pdf/letter.ts";

export interface NoticeLetter {
  lender: Lender;
  applicant: { name: string; address: readonly string[] };
  applicationId: number;
  /** The day of the decision, YYYY-MM-DD in New York. */
  decidedOn: string;
  reasons: readonly string[];
  madeAt: Date;
}

/** As 12 CFR 1002.9(b)(1) has it, with the agency of lenders that are no banks (Appendix A to 12 CFR 1002). */
const ECOA_NOTICE =
  "The federal Equal Credit Opportunity Act prohibits creditors from discriminating against credit applicants on the basis of race, color, religion, national origin, sex, marital status, age (provided the applicant has the capacity to enter into a binding contract); because all or part of the applicant's income derives from any public assistance program; or because the applicant has in good faith exercised any right under the Consumer Credit Protection Act. The federal agency that administers compliance with this law concerning this creditor is the Federal Trade Commission, Equal Credit Opportunity, Washington, DC 20580.";

/** What a notice says, paragraph by paragraph. */
export function noticeText({
  lender,
  applicant,
  applicationId,
  decidedOn,
  reasons,
  madeAt,
}: NoticeLetter): LetterText {
  return {
    head: [lender.name, lender.address],
    date: formatNewYork(madeAt, "date"),
    to: [applicant.name, ...applicant.address],
    title: "Notice of action taken and statement of reasons",
    paragraphs: [
      `Dear ${applicant.name},`,
      `Thank you for your application number ${applicationId}. On ${decidedOn} we decided that we can not approve it.`,
      "Our principal reasons for this decision:",
      ...reasons.map((reason) => `•  ${reason}`),
      "If you have questions about this notice, write to us at the address above.",
      ECOA_NOTICE,
      "Sincerely,",
      lender.name,
    ],
  };
}

/** Draws the letter. */
export const drawNotice = (letter: NoticeLetter): Promise<Buffer> =>
  drawLetter(noticeText(letter), letter.madeAt);
