/** How the customer stands, before or after; cents. */
export interface CustomerStanding {
  balanceCents: number;
  doNotFund: boolean;
  stage: string | null;
  alloyStatus: string | null;
  /** Every payment date. */
  schedule: { paymentDate: string; amountCents: number; paidCents: number; status: string }[];
}

/** What a command would do, as it was simulated. What differs by itself (ids, the time) is left out. */
export interface ApprovalEffect {
  before: CustomerStanding | null;
  after: CustomerStanding | null;
  /** Of a batch: whom it takes how much from. */
  rows: { userId: number; amountCents: number }[];
  ledger: { account: string; amountCents: number }[];
  /** The card or account that money goes to or comes from. */
  instrument?: { cardId: number | null; bankAccountId: number | null } | null;
  /** What goes outside: which system, and what it is told. */
  outside: { topic: string; message: unknown }[];
  /** As the audit will have it. */
  changes: { before: Record<string, unknown> | null; after: Record<string, unknown> | null }[];
}

/** A payment date that is added, goes, or is another afterwards. */
export interface ScheduleChange {
  paymentDate: string;
  before: CustomerStanding["schedule"][number] | null;
  after: CustomerStanding["schedule"][number] | null;
}

const dateKey = ({ paymentDate }: { paymentDate: string }, index: number, all: { paymentDate: string }[]) =>
  `${paymentDate}#${all.slice(0, index).filter((each) => each.paymentDate === paymentDate).length}`;

/** The payment dates that an effect changes. */
export function scheduleChanges({ before, after }: ApprovalEffect): ScheduleChange[] {
  const [old, fresh] = [before?.schedule ?? [], after?.schedule ?? []];
  const oldByKey = new Map(old.map((row, index) => [dateKey(row, index, old), row]));
  const freshByKey = new Map(fresh.map((row, index) => [dateKey(row, index, fresh), row]));
  const keys = [...new Set([...oldByKey.keys(), ...freshByKey.keys()])].sort();
  return keys.flatMap((key) => {
    const [was, is] = [oldByKey.get(key) ?? null, freshByKey.get(key) ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ paymentDate: key.split("#")[0] ?? "", before: was, after: is }];
  });
}
