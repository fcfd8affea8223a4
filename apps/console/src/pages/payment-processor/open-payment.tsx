import { useSearch } from "wouter";
import { routes } from "@/paths.ts";
import { LinkCell } from "@/table/link-cell.tsx";

/** The link of a row: the same address with the payment open over it. */
export function OpenPayment({ paymentId, children }: { paymentId: string; children: string }) {
  const params = new URLSearchParams(useSearch());
  params.set("payment", paymentId);
  return <LinkCell href={`${routes.paymentProcessor}?${params}`}>{children}</LinkCell>;
}
