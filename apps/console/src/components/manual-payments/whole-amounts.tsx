const NEGATIVE_AMOUNT = /(−\$[\d,.]+)/;

/** A sentence whose amounts stay in one piece: a browser may end a line between a minus and its dollar. */
export const WholeAmounts = ({ in: sentence }: { in: string }) =>
  sentence.split(NEGATIVE_AMOUNT).map((part) =>
    NEGATIVE_AMOUNT.test(part) ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
