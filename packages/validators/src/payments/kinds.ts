import type { Capability } from "../roles.ts";

/** What can be done with a card, in the order of the screen (specification 2 section 2). */
export const CARD_MODES = ["SALE", "FUND", "REFUND"] as const;
/** What can be done with a bank account. */
export const ACH_MODES = ["CREDIT", "DEBIT", "RECREDIT", "RCC"] as const;
/** What is chosen for one customer on the payment screen. */
export const DESK_MODES = [...CARD_MODES, ...ACH_MODES] as const;
/** GIVE_BACK gives a bank transfer debit back; it is begun by giving a batch back alone. */
export const PAYMENT_MODES = [...DESK_MODES, "GIVE_BACK"] as const;

export type CardMode = (typeof CARD_MODES)[number];
export type AchMode = (typeof ACH_MODES)[number];
export type DeskMode = (typeof DESK_MODES)[number];
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** A payment is of a mode, or was recorded by hand. */
export type PaymentKind = PaymentMode | "MANUAL";

export const PAYMENT_RAILS = ["CARD", "ACH"] as const;
export type PaymentRail = (typeof PAYMENT_RAILS)[number];

/** The provider of an attempt that the lender's former system made. */
export const IMPORTED = "import";

/** Where the money goes: "in" reduces what the customer owes, "out" increases it. */
export const PAYMENT_DIRECTIONS = ["in", "out"] as const;
export type PaymentDirection = (typeof PAYMENT_DIRECTIONS)[number];

/** What stands in the ledger for a payment: DEBIT reduces what the customer owes, CREDIT increases it. */
export type PaymentType = "DEBIT" | "CREDIT";

/** What a payment is in the ledger once it has moved: a plain one, or the advance with all that it is made of. */
type LedgerKind = "payment" | "disbursement";

interface ModeRule {
  rail: PaymentRail;
  direction: PaymentDirection;
  /** Pays out the advance. */
  funds: boolean;
  /** The amount is the application's disbursement amount, which nobody types, and only a fundable one may be paid out. */
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

/** Every kind of payment; of one recorded by hand staff say which way the money went. */
const KINDS = {
  ...MODES,
  MANUAL: { rail: null, funds: false, ledger: "payment" },
} as const satisfies Record<PaymentKind, { rail: PaymentRail | null } & Pick<ModeRule, "funds" | "ledger">>;

/** The rules of a mode: its rail, which way the money goes, and what it takes. */
export const modeRule = (mode: PaymentMode): ModeRule => MODES[mode];

/** What a payment of this mode is in the ledger. */
export const toPaymentType = (mode: PaymentMode): PaymentType =>
  MODES[mode].direction === "in" ? "DEBIT" : "CREDIT";

/** Money goes out with a passcode only (specification 2 section 6). */
export const needsPasscode = (mode: PaymentMode): boolean => MODES[mode].direction === "out";

/**
 * Whether it is kept of a payment that it is external: where there is a box for it, and of a DEBIT, which has none
 * (specification 2 section 2) but names it in what is sent (section 7).
 */
export const recordsExternal = (mode: PaymentMode): boolean => MODES[mode].hasExternal || mode === "DEBIT";

/** The modes whose money goes the same way on the same rail: while nobody knows of one, none of them is begun. */
export const modesLike = (mode: PaymentMode): PaymentMode[] =>
  PAYMENT_MODES.filter(
    (other) => MODES[other].rail === MODES[mode].rail && MODES[other].direction === MODES[mode].direction,
  );

/** The modes that take money from a customer. */
export const COLLECTING_MODES = PAYMENT_MODES.filter((mode) => MODES[mode].direction === "in");

/** The modes that take money for the same debt by the other rail. */
export const modesBeside = (mode: PaymentMode): PaymentMode[] =>
  MODES[mode].direction === "in" ? COLLECTING_MODES.filter((other) => !modesLike(mode).includes(other)) : [];

/** The modes that give a payment back, which they name as their parent. */
export const GIVING_BACK = ["REFUND", "GIVE_BACK"] as const satisfies readonly PaymentMode[];

/** The modes that pay out an advance. */
export const FUNDING_MODES = PAYMENT_MODES.filter((mode) => MODES[mode].funds);

/**
 * Whether the amount is the application's disbursement amount, which nobody types, and only a fundable application may be
 * paid out: FUND and CREDIT (specification 2, sections 4 and 5). A RECREDIT sends an earlier advance again, or a part of it.
 */
export const hasFixedAmount = (mode: PaymentMode): boolean => MODES[mode].isFixed;

/** Whether a payment of this kind, be it of a mode or not, pays out an advance. */
export const isFundingKind = (kind: PaymentKind): boolean => KINDS[kind].funds;

/** Whether a payment of this kind gives another one back. */
export const isGivingBack = (kind: PaymentKind): boolean =>
  (GIVING_BACK as readonly PaymentKind[]).includes(kind);

/** Whether a payment of this kind goes by card. */
export const isCardKind = (kind: PaymentKind): boolean => KINDS[kind].rail === "CARD";

/** Which entries a payment of this kind makes in the ledger. */
export const toLedgerKind = (kind: PaymentKind): LedgerKind => KINDS[kind].ledger;
