import type { Capability } from "../roles.ts";

/** The modes of a card, in the order of the screen (specification 2 section 2). */
export const CARD_MODES = ["SALE", "FUND", "REFUND"] as const;
/** The modes of a bank account. */
const ACH_MODES = ["CREDIT", "DEBIT", "RECREDIT", "RCC"] as const;
/** The modes of the payment screen of one customer. */
export const DESK_MODES = [...CARD_MODES, ...ACH_MODES] as const;
/** Every mode. GIVE_BACK gives a debit by bank transfer back; only giving back a batch starts one. */
export const PAYMENT_MODES = [...DESK_MODES, "GIVE_BACK"] as const;

/** The choices of the payment screen: its modes, or RECORD for a payment that happened outside. */
export const PAYMENT_CHOICES = [...DESK_MODES, "RECORD"] as const;

export type DeskMode = (typeof DESK_MODES)[number];
export type PaymentChoice = (typeof PAYMENT_CHOICES)[number];
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** The mode of a payment, or MANUAL when it was recorded by hand. */
export type PaymentKind = PaymentMode | "MANUAL";

export const PAYMENT_RAILS = ["CARD", "ACH"] as const;
export type PaymentRail = (typeof PAYMENT_RAILS)[number];

/** The provider of an attempt that the lender's former system made. */
export const IMPORTED = "import";

/** The direction of the money: "in" reduces the debt of the customer, "out" increases it. */
export const PAYMENT_DIRECTIONS = ["in", "out"] as const;
export type PaymentDirection = (typeof PAYMENT_DIRECTIONS)[number];

/** The type of a payment in the ledger: DEBIT reduces the debt of the customer, CREDIT increases it. */
export type PaymentType = "DEBIT" | "CREDIT";

/** The kind of a moved payment in the ledger: a plain one, or an advance with its fees. */
type LedgerKind = "payment" | "disbursement";

interface ModeRule {
  rail: PaymentRail;
  direction: PaymentDirection;
  /** Pays out the advance. */
  funds: boolean;
  /** The amount is the application's disbursement amount. It is not typed, and only a fundable application may be paid out. */
  isFixed: boolean;
  hasExternal: boolean;
  ledger: LedgerKind;
  capability: Capability;
}

const MODES = {
  SALE: {
    rail: "CARD",
    direction: "in",
    funds: false,
    isFixed: false,
    hasExternal: true,
    ledger: "payment",
    capability: "payments.charge",
  },
  FUND: {
    rail: "CARD",
    direction: "out",
    funds: true,
    isFixed: true,
    hasExternal: false,
    ledger: "disbursement",
    capability: "payments.payOut",
  },
  REFUND: {
    rail: "CARD",
    direction: "out",
    funds: false,
    isFixed: false,
    hasExternal: true,
    ledger: "payment",
    capability: "payments.payOut",
  },
  CREDIT: {
    rail: "ACH",
    direction: "out",
    funds: true,
    isFixed: true,
    hasExternal: true,
    ledger: "disbursement",
    capability: "payments.payOut",
  },
  DEBIT: {
    rail: "ACH",
    direction: "in",
    funds: false,
    isFixed: false,
    hasExternal: false,
    ledger: "payment",
    capability: "payments.charge",
  },
  RECREDIT: {
    rail: "ACH",
    direction: "out",
    funds: true,
    isFixed: false,
    hasExternal: true,
    ledger: "disbursement",
    capability: "payments.payOut",
  },
  RCC: {
    rail: "ACH",
    direction: "in",
    funds: false,
    isFixed: false,
    hasExternal: false,
    ledger: "payment",
    capability: "payments.charge",
  },
  GIVE_BACK: {
    rail: "ACH",
    direction: "out",
    funds: false,
    isFixed: false,
    hasExternal: false,
    ledger: "payment",
    capability: "payments.payOut",
  },
} as const satisfies Record<PaymentMode, ModeRule>;

/** The rules of every kind of payment. For a manual one, staff choose the direction. */
const KINDS = {
  ...MODES,
  MANUAL: { rail: null, funds: false, ledger: "payment" },
} as const satisfies Record<PaymentKind, { rail: PaymentRail | null } & Pick<ModeRule, "funds" | "ledger">>;

/** Returns the rules of a mode: its rail, its direction and its requirements. */
export const modeRule = (mode: PaymentMode): ModeRule => MODES[mode];

/** Returns the type of a mode's payments in the ledger. */
export const toPaymentType = (mode: PaymentMode): PaymentType =>
  MODES[mode].direction === "in" ? "DEBIT" : "CREDIT";

/** Returns true when the money goes out: then a passcode is required (specification 2 section 6). */
export const needsPasscode = (mode: PaymentMode): boolean => MODES[mode].direction === "out";

/**
 * Returns true when payments of this mode store whether they are external: modes with a box for it, and DEBIT. DEBIT has no box
 * (specification 2 section 2), but its request names the field (section 7).
 */
export const recordsExternal = (mode: PaymentMode): boolean => MODES[mode].hasExternal || mode === "DEBIT";

/** Returns the modes with the same direction and rail. While the outcome of one is unknown, none of them starts. */
export const modesLike = (mode: PaymentMode): PaymentMode[] =>
  PAYMENT_MODES.filter(
    (other) => MODES[other].rail === MODES[mode].rail && MODES[other].direction === MODES[mode].direction,
  );

/** The modes that take money from a customer. */
export const COLLECTING_MODES = PAYMENT_MODES.filter((mode) => MODES[mode].direction === "in");

/** Returns the modes that take money for the same debt by the other rail. */
export const modesBeside = (mode: PaymentMode): PaymentMode[] =>
  MODES[mode].direction === "in" ? COLLECTING_MODES.filter((other) => !modesLike(mode).includes(other)) : [];

/** The modes that give a payment back. Their parent is that payment. */
export const GIVING_BACK = ["REFUND", "GIVE_BACK"] as const satisfies readonly PaymentMode[];

/** The modes that pay out an advance. */
export const FUNDING_MODES = PAYMENT_MODES.filter((mode) => MODES[mode].funds);

/**
 * Returns true for FUND and CREDIT (specification 2, sections 4 and 5). Their amount is the application's disbursement amount,
 * which is not typed, and only a fundable application may be paid out. A RECREDIT sends an earlier advance again, or a part of it.
 */
export const hasFixedAmount = (mode: PaymentMode): boolean => MODES[mode].isFixed;

/** Returns true when a payment of this kind pays out an advance. */
export const isFundingKind = (kind: PaymentKind): boolean => KINDS[kind].funds;

/** Returns true when a payment of this kind gives another payment back. */
export const isGivingBack = (kind: PaymentKind): boolean =>
  (GIVING_BACK as readonly PaymentKind[]).includes(kind);

/** Returns true when a payment of this kind goes by card. */
export const isCardKind = (kind: PaymentKind): boolean => KINDS[kind].rail === "CARD";

/** Returns the kind of ledger transaction that a payment of this kind makes. */
export const toLedgerKind = (kind: PaymentKind): LedgerKind => KINDS[kind].ledger;
