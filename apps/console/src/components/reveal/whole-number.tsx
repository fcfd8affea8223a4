import { lastFour } from "@countinghouse/validators/masking";

/** A number in full on the screen, and its last four digits on paper. */
export const WholeNumber = ({ number }: { number: string }) => (
  <>
    <span title={number} className="print:hidden">
      {number}
    </span>
    <span
      data-on-paper={`*****${lastFour(number)}`}
      className="hidden before:content-[attr(data-on-paper)] print:inline"
    />
  </>
);
