/** The state of a customer before or after a command. Cents. */
export interface CustomerStanding {
  balanceCents: number;
  doNotFund: boolean;
  stage: string | null;
  alloyStatus: string | null;
  /** Every payment date */
  schedule: { paymentDate: string; amountCents: number; paidCents: number; status: string }[];
}

/** The simulated effect of a command. Generated ids and the time of the request are left out. */
export interface ApprovalEffect {
  before: CustomerStanding | null;
  after: CustomerStanding | null;
  /** The customers of a batch, each with the amount */
  rows: { userId: number; amountCents: number }[];
  ledger: { account: string; amountCents: number }[];
  /** The card or account that the money goes to or comes from */
  instrument?: { cardId: number | null; bankAccountId: number | null } | null;
  /** The messages to other systems, with the topic of each */
  outside: { topic: string; message: unknown }[];
  /** The changes as the audit will record them */
  changes: { before: Record<string, unknown> | null; after: Record<string, unknown> | null }[];
}

/** A payment date that an effect adds, removes or changes. */
export interface ScheduleChange {
  paymentDate: string;
  before: CustomerStanding["schedule"][number] | null;
  after: CustomerStanding["schedule"][number] | null;
}

const dateKey = ({ paymentDate }: { paymentDate: string }, index: number, all: { paymentDate: string }[]) =>
  `${paymentDate}#${all.slice(0, index).filter((each) => each.paymentDate === paymentDate).length}`;

/** Returns the payment dates that an effect adds, removes or changes. */
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
