import {
  ANALYTICS_CATEGORIES,
  type AnalyticsCategory,
  type AnyFlow,
  analyticsFlow,
  DEBT_CATEGORIES,
  DIRECTIONS,
  type Direction,
  type Flow,
  REVENUE_CATEGORIES,
  type TransactionTag,
} from "@countinghouse/validators/bank-statistics/rules";
import { abnormalIn } from "./abnormal.ts";
import type { TaggedTransaction } from "./book.ts";
import { existingAdvanceIn } from "./existing-advance.ts";
import type { Figure } from "./shapes.ts";
import { sumCents } from "./transactions.ts";

const HIGH_RISK_LOANS = ["MCA_High_Risk", "Payday_Loan"] as const;
const GENERAL_LOANS = ["Loan", "MCA_Low_Risk", "Consumer_Loan", "BNPL", "Mortgage_n_Others"] as const;
const MISC_INCOME = ["miscIncome", "moneyTransferServices"] as const;

/** Which transactions of a period a flow is. */
type Selection =
  /** Money in or out with one of these tags; without tags, whatever its tag. */
  | { direction: Direction; tags: readonly TransactionTag[] | null }
  /** Those that stand out from the others. */
  | { pick: (inside: readonly TaggedTransaction[]) => TaggedTransaction[] };

const inflow = (...tags: TransactionTag[]): Selection => ({ direction: "inflow", tags });
const outflow = (...tags: TransactionTag[]): Selection => ({ direction: "outflow", tags });

/** Each flow has its note in docs/statistics.md. */
const SELECTIONS: Readonly<Record<Flow, Selection>> = {
  businessRevenue: inflow(...REVENUE_CATEGORIES),
  gigIncome: inflow("gigIncome"),
  cardIncome: inflow("cardIncome"),
  smallBusinessIncome: inflow("smallBusinessIncome"),
  smallBusinessRevenue: inflow("cardIncome", "smallBusinessIncome"),
  moneyTransferServices: inflow("moneyTransferServices"),
  miscIncome: inflow(...MISC_INCOME),
  income: inflow(...REVENUE_CATEGORIES, ...MISC_INCOME),
  deposits: { direction: "inflow", tags: null },
  nsf: outflow("nsfFee"),
  abnormal: { pick: abnormalIn },
  highRiskInflow: inflow(...HIGH_RISK_LOANS, "Overdraft"),
  highRiskOutflow: outflow(...HIGH_RISK_LOANS, "Overdraft"),
  loanInflowHighRisk: inflow(...HIGH_RISK_LOANS),
  loanOutflowHighRisk: outflow(...HIGH_RISK_LOANS),
  loanInflowGeneral: inflow(...GENERAL_LOANS),
  loanOutflowGeneral: outflow(...GENERAL_LOANS),
  debtService: outflow(...GENERAL_LOANS, ...HIGH_RISK_LOANS),
  essentialOutflow: outflow("essentialOutflow"),
  existingAdvance: { pick: existingAdvanceIn },
};

function categoryTags(category: AnalyticsCategory): readonly TransactionTag[] {
  if (category === "Total") return [...DEBT_CATEGORIES, ...MISC_INCOME];
  return category === "Misc_Income" ? MISC_INCOME : [category];
}

const ALL_SELECTIONS: ReadonlyMap<string, Selection> = new Map([
  ...Object.entries(SELECTIONS),
  ...ANALYTICS_CATEGORIES.flatMap((category) =>
    DIRECTIONS.map((direction): [string, Selection] => [
      analyticsFlow(category, direction),
      { direction, tags: categoryTags(category) },
    ]),
  ),
]);

function flowSelection(flow: AnyFlow): Selection {
  const selection = ALL_SELECTIONS.get(flow);
  if (!selection) throw new RangeError(`There is no flow ${flow}.`);
  return selection;
}

const moneyDirection = ({ amountCents }: TaggedTransaction): Direction =>
  amountCents > 0 ? "inflow" : "outflow";

/** The transactions of a period that a flow is, in their order. */
export function flowIn(inside: readonly TaggedTransaction[], flow: AnyFlow): TaggedTransaction[] {
  const selection = flowSelection(flow);
  if ("pick" in selection) return selection.pick(inside);
  const { direction, tags } = selection;
  return inside.filter(
    (each) => moneyDirection(each) === direction && (tags === null || tags.includes(each.tag)),
  );
}

/**
 * What each flow of a period comes to. The transactions are gone through once, whatever the number of flows; `flowIn`
 * lists those behind a figure.
 */
export function createFigures(inside: readonly TaggedTransaction[]): (flow: AnyFlow) => Figure {
  const tallies = new Map<TransactionTag, Record<Direction, Figure>>();
  for (const each of inside) {
    const tally = tallies.get(each.tag) ?? {
      inflow: { cents: 0, count: 0 },
      outflow: { cents: 0, count: 0 },
    };
    tallies.set(each.tag, tally);
    const side = tally[moneyDirection(each)];
    side.cents += each.amountCents;
    side.count += 1;
  }
  return (flow) => {
    const selection = flowSelection(flow);
    if ("pick" in selection) return toFigure(selection.pick(inside));
    const figure = { cents: 0, count: 0 };
    for (const [tag, tally] of tallies) {
      if (selection.tags !== null && !selection.tags.includes(tag)) continue;
      figure.cents += tally[selection.direction].cents;
      figure.count += tally[selection.direction].count;
    }
    return figure;
  };
}

/** What transactions come to. */
export const toFigure = (transactions: readonly TaggedTransaction[]): Figure => ({
  cents: sumCents(transactions),
  count: transactions.length,
});
