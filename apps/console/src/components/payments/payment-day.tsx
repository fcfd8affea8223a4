import { takenOnInstead } from "@countinghouse/validators/banking-days";

/** The day of a scheduled payment, and the banking day on which its bank transfer goes out when that differs. */
export function PaymentDay({ day, isPaid }: { day: string; isPaid: boolean }) {
  const taken = isPaid ? null : takenOnInstead(day);
  return (
    <>
      <span className="whitespace-nowrap">{day}</span>
      {taken !== null && (
        <span className="block text-xs text-muted-foreground max-md:in-data-[slot=data-table]:hidden">
          Not a banking day. ACH runs on <span className="whitespace-nowrap">{taken}</span>
        </span>
      )}
    </>
  );
}
