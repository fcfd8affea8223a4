import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import type { Chosen } from "@/table/selection.ts";
import { useSelection } from "@/table/use-selection.ts";
import { Button } from "@/ui/button.tsx";
import { type Step, whyNotDelete } from "./exception-cells.tsx";
import type {
  BookedOtherwise,
  PaymentExceptions,
  UnknownPayment,
  UnmatchedReport,
} from "./use-payment-exceptions.ts";

const NO_REPORTS: readonly UnmatchedReport[] = [];

const toRows = <Row,>(chosen: Chosen<Row>): Row[] => (chosen.isAll ? [] : [...chosen.rows.values()]);

type Selections = {
  data: PaymentExceptions | undefined;
  disabledReason: string | null;
  begin: (step: Step) => void;
};

/** What can be selected on the lists of the page, and what is done with it: reports are deleted, payments closed, customers used. */
export function useExceptionSelections({ data, disabledReason, begin }: Selections) {
  const reports = useSelection<UnmatchedReport>({
    listKey: "unmatched",
    rows: data?.unmatched ?? NO_REPORTS,
    rowKey: ({ id }) => id,
    toName: ({ reference }) => `report ${reference}`,
    whyNot: whyNotDelete,
  });
  const unknown = useCustomerSelection<UnknownPayment>({
    title: "Unknown Outcomes",
    listKey: "unknown",
    rows: data?.unknown,
    rowKey: ({ paymentId }) => paymentId,
    toUserId: ({ userId }) => userId,
    toName: ({ kind, userId }) => `${kind} of user ${userId}`,
  });
  const booked = useCustomerSelection<BookedOtherwise>({
    title: "Booking Mismatches",
    listKey: "booked",
    rows: data?.booked,
    rowKey: ({ id }) => id,
    toUserId: ({ userId }) => userId,
    toName: ({ paymentKind, userId }) => `${paymentKind} of user ${userId}`,
    more: (chosen) => (
      <Button
        size="small"
        disabledReason={disabledReason}
        onClick={() => begin({ do: "close-many", exceptions: toRows(chosen) })}
      >
        Close selected
      </Button>
    ),
  });
  const unmatched = {
    of: reports,
    actions: (chosen: Chosen<UnmatchedReport>) => (
      <Button
        size="small"
        disabledReason={disabledReason}
        onClick={() => begin({ do: "delete-many", reports: toRows(chosen) })}
      >
        Delete selected
      </Button>
    ),
  };
  return { unmatched, unknown, booked };
}
