/** An amount as staff read it: a DEBIT brings money in, a CREDIT takes it out. */
export const signedCents = ({
  paymentType,
  amountCents,
}: {
  paymentType: "DEBIT" | "CREDIT";
  amountCents: number;
}): number => (paymentType === "DEBIT" ? amountCents : -amountCents);
