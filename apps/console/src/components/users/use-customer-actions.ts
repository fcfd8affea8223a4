import { useLocation } from "wouter";
import { type PageAction, useActions } from "@/layout/actions.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { paths } from "@/paths.ts";

type Customer = { id: number; name: string };

/**
 * Adds the most usual next actions to the palette on a page of a customer, as on the customer's own page. `own` names the actions that
 * the page performs without leaving it.
 */
export function useCustomerActions(
  { id, name }: Customer,
  own: { charge?: true; note?: () => void } = {},
): void {
  const [, navigate] = useLocation();
  const go = (to: string) => () => navigate(to);
  const mayNotCharge = useWhyNot("payments.charge");
  const mayNotWrite = useWhyNot("notes.write");
  const mayNotBan = useWhyNot("doNotFund.write");
  const charge: PageAction[] = own.charge
    ? []
    : [{ label: chargeLabel(name), run: go(paths.payment({ id })), disabledReason: mayNotCharge }];
  useActions([
    ...charge,
    {
      label: "Create Note",
      run: own.note ?? go(paths.userDetail({ id, drawer: "note" })),
      disabledReason: mayNotWrite,
    },
    {
      label: banLabel(name),
      run: go(paths.userDetail({ id, section: "do-not-fund" })),
      disabledReason: mayNotBan,
    },
  ]);
}

export const chargeLabel = (name: string): string => `Charge ${name}`;
export const banLabel = (name: string): string => `Ban ${name} (Do Not Fund)`;
