import { DecisionsSection } from "./decisions-section.tsx";
import { FundedBalanceSection } from "./funded-balance-section.tsx";
import { UnderwritingSection } from "./underwriting-section.tsx";
import { VantageScoreSection } from "./vantage-score-section.tsx";

type RiskSectionsProps = { userId: number; hasTurn: boolean; isFunded: boolean };

/** How the customer was judged. */
export const RiskSections = ({ isFunded, ...props }: RiskSectionsProps) => (
  <>
    <DecisionsSection {...props} />
    <UnderwritingSection {...props} />
    <VantageScoreSection {...props} />
    <FundedBalanceSection {...props} isExpected={isFunded} />
  </>
);
