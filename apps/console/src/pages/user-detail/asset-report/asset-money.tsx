import { EmptyCell, MoneyCell } from "@/table/cells.tsx";

type AssetMoneyProps = { cents: number | null; currency: string | null };

/** Money with the symbol of its currency; one that nobody knows stands by its code. */
export function AssetMoney({ cents, currency }: AssetMoneyProps) {
  if (cents === null) return <EmptyCell />;
  if (currency === "USD" || currency === null) return <MoneyCell cents={cents} />;
  return <span className="num">{inCurrency(cents, currency)}</span>;
}

function inCurrency(cents: number, currency: string): string {
  try {
    return (cents / 100).toLocaleString("en-US", { style: "currency", currency });
  } catch {
    return `${(cents / 100).toFixed(2)} ${currency}`;
  }
}
