import { formatCents } from "../money.ts";
import { overPayoff } from "../payments/payoff.ts";
import { type Role, whyNotCapable } from "../roles.ts";

/** DEBIT reduces what the customer owes, CREDIT increases it. */
export const PAYMENT_TYPES = ["DEBIT", "CREDIT"] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const MODES_OF_PAYMENT = [
  "CashApp",
  "Discount Credit",
  "ACH",
  "Debit Card",
  "RCC",
  "Wire",
  "Check",
  "Money Order",
  "Zelle",
  "Venmo",
  "PayPal",
  "Cash",
  "Internal Transfer",
  "Collection Agency",
] as const;
export type ModeOfPayment = (typeof MODES_OF_PAYMENT)[number];

export const TRANSACTION_TYPES = [
  "SALE",
  "FUND",
  "REFUND",
  "ACH",
  "RCC",
  "CREDIT",
  "RECREDIT",
  "VOID",
  "CHARGEBACK",
  "RETURN",
  "REPRESENTMENT",
  "Other",
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

const FIXABLE_FIELDS = ["modeOfPayment", "transactionType", "paymentType"] as const;

interface LineItemRule {
  id: string;
  roles: readonly Role[];
  paymentTypes: readonly PaymentType[];
  /** What is fixed, and at most how much may be entered, for everyone but a SUPERADMIN. */
  fixed?: Partial<Pick<ManualPaymentFacts, (typeof FIXABLE_FIELDS)[number]>>;
  capCents?: number;
}

/** The most that anyone but a SUPERADMIN may adjust at once, in cents: 10 dollars. */
export const MANUAL_ADJUSTMENT_CAP_CENTS = 1000;

/** The most that anyone but a SUPERADMIN may adjust for one customer in a day, so that the cap is not split up. */
const MANUAL_ADJUSTMENT_DAY_CAP_CENTS = 5000;

const STAFF = ["SUPERADMIN", "EMPLOYEE"] as const;
const SUPERADMIN = ["SUPERADMIN"] as const;
const EITHER = PAYMENT_TYPES;
const DEBIT = ["DEBIT"] as const;
const CREDIT = ["CREDIT"] as const;

/** Line items by which a customer owes less, and no money came in. */
export const UNPAID_LINE_ITEMS = [
  "Adjustment",
  "Discount",
  "Write Off",
  "Fee Waiver",
  "Disbursement Return",
] as const;
/** Line items by which a payment came back, or was given back. */
export const GIVEN_BACK_LINE_ITEMS = ["Refund", "ACH Return", "Chargeback"] as const;
/** Line items by which a customer owes more and no payment came back: they are owed and not scheduled. */
export const CHARGED_LINE_ITEMS = ["Adjustment", "Origination Fee", "Disbursement Fee", "Other"] as const;
/** The line items that an import makes of a balance and of a waived amount. */
export const OPENING_BALANCE = "Opening Balance";
export const IMPORTED_ADJUSTMENT = "Imported Adjustment";
/** The modes that move no money. */
export const UNPAID_MODES = ["Discount Credit", "Internal Transfer"] as const;

/** Whether money came in by what was recorded: it pays what is due, where all else shortens the schedule at its end. */
export const takesMoney = ({
  lineItemType,
  modeOfPayment,
  paymentType,
}: Pick<ManualPaymentFacts, "lineItemType" | "modeOfPayment" | "paymentType">): boolean =>
  paymentType === "DEBIT" &&
  !(UNPAID_LINE_ITEMS as readonly string[]).includes(lineItemType) &&
  !(UNPAID_MODES as readonly string[]).includes(modeOfPayment);

/** What a manual payment can be: who may enter it, and whether it may reduce or increase what is owed. */
export const LINE_ITEM_TYPES = [
  {
    id: "Payment",
    roles: STAFF,
    paymentTypes: DEBIT,
    fixed: { modeOfPayment: "CashApp", transactionType: "SALE", paymentType: "DEBIT" },
  },
  {
    id: "Adjustment",
    roles: STAFF,
    paymentTypes: EITHER,
    fixed: { modeOfPayment: "Discount Credit", transactionType: "Other" },
    capCents: MANUAL_ADJUSTMENT_CAP_CENTS,
  },
  { id: "Refund", roles: SUPERADMIN, paymentTypes: CREDIT },
  { id: "ACH Return", roles: SUPERADMIN, paymentTypes: CREDIT },
  { id: "Chargeback", roles: SUPERADMIN, paymentTypes: CREDIT },
  { id: "Chargeback Reversal", roles: SUPERADMIN, paymentTypes: DEBIT },
  { id: "Discount", roles: SUPERADMIN, paymentTypes: DEBIT },
  { id: "Settlement", roles: SUPERADMIN, paymentTypes: DEBIT },
  { id: "Write Off", roles: SUPERADMIN, paymentTypes: DEBIT },
  { id: "Recovery", roles: SUPERADMIN, paymentTypes: DEBIT },
  { id: "External Agency Payment", roles: SUPERADMIN, paymentTypes: DEBIT },
  { id: "Origination Fee", roles: SUPERADMIN, paymentTypes: CREDIT },
  { id: "Disbursement Fee", roles: SUPERADMIN, paymentTypes: CREDIT },
  { id: "Fee Waiver", roles: SUPERADMIN, paymentTypes: DEBIT },
  { id: "Renewal Payoff", roles: SUPERADMIN, paymentTypes: DEBIT },
  { id: "Disbursement Return", roles: SUPERADMIN, paymentTypes: DEBIT },
  { id: "Other", roles: SUPERADMIN, paymentTypes: EITHER },
] as const satisfies readonly LineItemRule[];

export type LineItemType = (typeof LINE_ITEM_TYPES)[number]["id"];

/** The fields' labels, also named in their messages. */
export const MANUAL_PAYMENT_LABELS = {
  lineItemType: "Line Item Type",
  modeOfPayment: "Mode of Payment",
  transactionType: "Transaction Type",
  paymentType: "Payment Type",
  transactionAmount: "Transaction Amount",
  description: "Description",
  isExternal: "Is External",
} as const;

/** What the rules look at. */
export interface ManualPaymentFacts {
  lineItemType: LineItemType;
  modeOfPayment: ModeOfPayment;
  transactionType: TransactionType;
  paymentType: PaymentType;
  amountCents: number;
}

/** The line items `role` may choose, in the order of the list. */
export const lineItemTypesFor = (role: Role): LineItemType[] =>
  LINE_ITEM_TYPES.filter(({ roles }) => (roles as readonly Role[]).includes(role)).map(({ id }) => id);

/** Why `role` may not choose this line item, or null. */
export const whyNotChoose = (role: Role, lineItemType: LineItemType): string | null =>
  lineItemTypesFor(role).includes(lineItemType) ? null : `Only SUPERADMIN can choose ${lineItemType}.`;

/** The payment types a line item may be entered with; the others are disabled. */
export const allowedPaymentTypes = (lineItemType: LineItemType): readonly PaymentType[] =>
  lineItemRule(lineItemType).paymentTypes;

/** The fields that `role` can not choose for this line item, with their values (specification 1 section 5). */
export const fixedFieldsFor = (role: Role, lineItemType: LineItemType): NonNullable<LineItemRule["fixed"]> =>
  role === "SUPERADMIN" ? {} : (lineItemRule(lineItemType).fixed ?? {});

/** Why `role` may not record this payment, or null when it may: the first of the refusals by field. */
export const whyNotRecordManualPayment = (role: Role, payment: ManualPaymentFacts): string | null =>
  whyNotCapable(role, "payments.recordManual") ?? manualPaymentRefusals(role, payment)[0]?.message ?? null;

/** Why `role` may not adjust this much more for one customer today, or null. Amounts in cents. */
export function whyNotAdjustMore(
  role: Role,
  { lineItemType, amountCents }: Pick<ManualPaymentFacts, "lineItemType" | "amountCents">,
  adjustedTodayCents: number,
): string | null {
  if (role === "SUPERADMIN" || lineItemType !== "Adjustment") return null;
  if (adjustedTodayCents + amountCents <= MANUAL_ADJUSTMENT_DAY_CAP_CENTS) return null;
  return `Adjustments for one customer can not be more than ${formatCents(MANUAL_ADJUSTMENT_DAY_CAP_CENTS)} a day.`;
}

/** Why a manual payment of so much (cents) is refused whoever records it, or null. `ceilingCents` is the setting. */
export const whyNotExceed = (amountCents: number, ceilingCents: number): string | null =>
  amountCents <= ceilingCents ? null : `A manual payment can not be more than ${formatCents(ceilingCents)}.`;

/**
 * Why one admin may not record so much for one customer in a day, or null. `recordedTodayCents` is what they have recorded alone
 * before: parts of a payment are held to the ceiling as the whole is.
 */
export const whyNotExceedInADay = (
  amountCents: number,
  recordedTodayCents: number,
  ceilingCents: number,
): string | null =>
  recordedTodayCents + amountCents <= ceilingCents
    ? null
    : `Manual payments for one customer by one person can not be more than ${formatCents(ceilingCents)} a day.`;

export interface AmountLimits {
  role: Role;
  lineItemType: LineItemType | undefined;
  paymentType: PaymentType | undefined;
  /** The setting, in cents; null while it is not known. */
  ceilingCents: number | null;
  balanceCents: number;
}

/** How much may be entered, told before it is; undefined while that is not known. */
export function amountLimitText(limits: AmountLimits): string | undefined {
  const { role, lineItemType, paymentType, ceilingCents, balanceCents } = limits;
  if (lineItemType === "Adjustment" && role !== "SUPERADMIN")
    return `At most ${formatCents(MANUAL_ADJUSTMENT_CAP_CENTS)} for Adjustment`;
  if (ceilingCents === null) return undefined;
  const most = `At most ${formatCents(ceilingCents)}`;
  return paymentType === "CREDIT"
    ? most
    : `${most}, and not more than is owed: ${formatCents(Math.max(balanceCents, 0))}`;
}

/**
 * Why more (cents) would be recorded as paid than is owed, or null. The discount is left out: it is recorded by hand.
 * A SUPERADMIN may confirm it.
 */
export const overRecorded = (
  { paymentType, amountCents }: Pick<ManualPaymentFacts, "paymentType" | "amountCents">,
  balanceCents: number,
): string | null =>
  paymentType === "CREDIT" ? null : overPayoff(amountCents, { balanceCents, payoffCents: balanceCents });

export interface ManualPaymentRefusal {
  /** The field of the form. */
  field: keyof typeof MANUAL_PAYMENT_LABELS;
  message: string;
}

/** What is known of a payment while it is being entered. */
type EnteredPayment = { [Name in keyof ManualPaymentFacts]?: ManualPaymentFacts[Name] | undefined };

/**
 * Every rule of the line item that this payment breaks for `role`, with the field that breaks it. What is not entered
 * yet breaks none.
 */
export function manualPaymentRefusals(role: Role, payment: EnteredPayment): ManualPaymentRefusal[] {
  const { lineItemType, paymentType, amountCents } = payment;
  if (lineItemType === undefined) return [];
  const { capCents } = lineItemRule(lineItemType);
  const refusals: ManualPaymentRefusal[] = [];

  const mayNot = whyNotChoose(role, lineItemType);
  if (mayNot !== null) refusals.push({ field: "lineItemType", message: mayNot });

  if (paymentType !== undefined && !allowedPaymentTypes(lineItemType).includes(paymentType))
    refusals.push({ field: "paymentType", message: `${lineItemType} can not be ${paymentType}.` });

  const fixed = fixedFieldsFor(role, lineItemType);
  for (const field of FIXABLE_FIELDS)
    if (fixed[field] !== undefined && payment[field] !== undefined && fixed[field] !== payment[field])
      refusals.push({
        field,
        message: `${MANUAL_PAYMENT_LABELS[field]} of ${lineItemType} must be ${fixed[field]}.`,
      });

  if (role !== "SUPERADMIN" && capCents !== undefined && amountCents !== undefined && amountCents > capCents)
    refusals.push({
      field: "transactionAmount",
      message: `${lineItemType} can not be more than ${formatCents(capCents)}.`,
    });

  return refusals;
}

const RULES = new Map<LineItemType, LineItemRule>(LINE_ITEM_TYPES.map((rule) => [rule.id, rule]));

function lineItemRule(lineItemType: LineItemType): LineItemRule {
  const rule = RULES.get(lineItemType);
  if (!rule) throw new RangeError(`There is no line item ${lineItemType}.`);
  return rule;
}
