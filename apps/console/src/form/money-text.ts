import { formatCents } from "@countinghouse/validators/money";

/** Cents as a money field shows them: "1,234.50". */
export const moneyText = (cents: number): string => formatCents(cents).replace("$", "");
