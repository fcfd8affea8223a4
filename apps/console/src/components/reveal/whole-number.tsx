import { lastFour } from "@countinghouse/validators/masking";

/** A number in full on the screen, and its last four digits on paper. */
export const WholeNumber = ({ number }: { number: string }) => (
  <>
    <span title={number} className="print:hidden">
      {number}
    </span>
    <span className="hidden print:inline">*****{lastFour(number)}</span>
  </>
);
