import type { Clock } from "../clock.ts";
import { type Day, dayAt } from "../days.ts";
import { type Codes, type Course, plotCourse, refundCourse, type StatusName, statusOn } from "./course.ts";
import { correctedData, isChange } from "./notices.ts";
import type { PaymentRequest } from "./requests.ts";

export interface Transaction {
  /** Counted from 1; pages of reports go by it. */
  readonly sequence: number;
  readonly authorizationId: string;
  /** Null for a refund, which the vendor makes by itself. */
  readonly uniqueTranId: string | null;
  readonly kind: "debit" | "credit" | "refund";
  readonly secCode: string;
  readonly amountCents: number;
  readonly checkNumber: string;
  readonly accountNumber: string;
  readonly routing: string;
  readonly accountType: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly takenAt: Date;
  course: Course;
  stopped: "voided" | "refunded" | null;
}

/** A transaction as it may be looked at: no account, no name. */
export interface TransactionView {
  uniqueTranId: string | null;
  authorizationId: string;
  kind: Transaction["kind"];
  secCode: string;
  checkNumber: string;
  amountCents: number;
  status: StatusName;
  /** Why it came back, or what was wrong with its details. */
  returnCode: string | null;
  takenAt: string;
}

export interface Transactions {
  take(kind: "debit" | "credit", request: PaymentRequest): Transaction;
  /**
   * Puts in a debit or credit that was sent before this sandbox was started; one whose id is there already stays as it is. It is
   * sent to the bank and stays there: no report that is still read tells of it.
   */
  plant(
    sent: Pick<Transaction, "authorizationId" | "uniqueTranId" | "amountCents" | "takenAt"> & {
      kind: "debit" | "credit";
    },
  ): void;
  /** Has the bank send a code back today: money, or what is right in the place of what was sent. In the place of any other. */
  sendBack(transaction: Transaction, code: string, addenda?: string): void;
  /** Makes the credit that gives a debit back. */
  refund(debit: Transaction): Transaction;
  withKey(uniqueTranId: string): Transaction | undefined;
  withId(authorizationId: string): Transaction | undefined;
  findStatus(transaction: Transaction): StatusName;
  /** In the order they were taken. */
  list(): readonly Transaction[];
  /** Newest first. */
  views(): TransactionView[];
  today(): Day;
  clear(): void;
}

const TICKS_PER_MS = 10_000n;
const TICKS_AT_EPOCH = 621_355_968_000_000_000n;

/** The transactions that were taken, none at first. */
export function createTransactions(
  clock: Clock,
  codes: Pick<Codes, "returnCode" | "changeCode">,
): Transactions {
  const taken = new Map<string, Transaction>();
  const byKey = new Map<string, Transaction>();
  let lastId = 0n;
  const today = () => dayAt(clock.now());

  /** Ids are moments in 100 ns since the year 1, none twice. */
  const nextId = (): string => {
    const moment = TICKS_AT_EPOCH + BigInt(clock.now().getTime()) * TICKS_PER_MS;
    lastId = moment > lastId ? moment : lastId + 1n;
    return String(lastId);
  };
  const keep = (
    facts: Omit<Transaction, "sequence" | "authorizationId" | "takenAt" | "stopped">,
    as = { authorizationId: nextId(), takenAt: clock.now() },
  ) => {
    const transaction: Transaction = { ...facts, ...as, sequence: taken.size + 1, stopped: null };
    taken.set(transaction.authorizationId, transaction);
    if (transaction.uniqueTranId !== null) byKey.set(transaction.uniqueTranId, transaction);
    return transaction;
  };
  const currentStatus = ({ stopped, course }: Transaction): StatusName =>
    stopped ?? statusOn(course, today());

  return {
    take: (kind, request) => {
      const details = {
        uniqueTranId: request.UniqueTranId,
        kind,
        accountNumber: request.AccountNumber,
        routing: request.Routing,
        accountType: request.AccountType,
        firstName: request.FirstName,
        lastName: request.LastName,
      };
      const corrected = correctedData(codes.changeCode, details);
      return keep({
        ...details,
        secCode: request.SecCode,
        checkNumber: request.CheckNumber,
        amountCents: request.CheckAmount,
        course: plotCourse(today(), request.CheckAmount, { ...codes, corrected }),
      });
    },
    plant: ({ authorizationId, takenAt, ...sent }) => {
      if (taken.has(authorizationId)) return;
      const course = { sentOn: dayAt(takenAt), settlesOn: null, notice: null };
      const person = { firstName: "", lastName: "" };
      const unknown = { checkNumber: "", accountNumber: "0000", routing: "", accountType: "", ...person };
      keep({ ...sent, ...unknown, secCode: "PPD", course }, { authorizationId, takenAt });
    },
    sendBack: (transaction, code, addenda) => {
      const { course } = transaction;
      const on = today();
      if (isChange(code)) {
        const words = addenda ?? correctedData(code, transaction);
        transaction.course = { ...course, notice: { on, code, tranStatus: 3, addenda: words } };
        return;
      }
      const isSettled = course.settlesOn !== null && course.settlesOn <= on;
      transaction.course = {
        sentOn: Math.min(course.sentOn, on),
        settlesOn: isSettled ? course.settlesOn : null,
        notice: { on, code, tranStatus: isSettled ? 1 : 2, addenda: addenda ?? "" },
      };
    },
    refund: (debit) => {
      debit.stopped = "refunded";
      return keep({ ...debit, uniqueTranId: null, kind: "refund", course: refundCourse(today()) });
    },
    withKey: (uniqueTranId) => byKey.get(uniqueTranId),
    withId: (authorizationId) => taken.get(authorizationId),
    findStatus: currentStatus,
    list: () => [...taken.values()],
    views: () =>
      [...taken.values()]
        .map((transaction) => view(transaction, currentStatus(transaction), today()))
        .toReversed(),
    today,
    clear: () => {
      taken.clear();
      byKey.clear();
    },
  };
}

/** What came back for a transaction, by a day; nothing does when it was stopped before. */
export function noticeBy({ stopped, course: { notice } }: Transaction, today: Day) {
  return notice && stopped === null && notice.on <= today ? notice : null;
}

function view(transaction: Transaction, status: StatusName, today: Day): TransactionView {
  const { uniqueTranId, authorizationId, kind, secCode, checkNumber, amountCents, takenAt } = transaction;
  return {
    uniqueTranId,
    authorizationId,
    kind,
    secCode,
    checkNumber,
    amountCents,
    status,
    returnCode: noticeBy(transaction, today)?.code ?? null,
    takenAt: takenAt.toISOString(),
  };
}
