interface Payment {
  paymentType: "DEBIT" | "CREDIT";
  amountCents: number;
  /** What has moved where that is less than was ordered. */
  movedCents?: number | null;
}

/** What a payment moved as staff read it: a DEBIT brings money in, a CREDIT takes it out. */
export const signedCents = ({ paymentType, amountCents, movedCents }: Payment): number =>
  paymentType === "DEBIT" ? (movedCents ?? amountCents) : -(movedCents ?? amountCents);
