import { SIMILAR_RECORD_KINDS } from "@countinghouse/validators/similar-records-rules";
import { DecisionsSection } from "./decisions-section.tsx";
import { FundedBalanceSection } from "./funded-balance-section.tsx";
import { SimilarSection } from "./similar-section.tsx";
import { UnderwritingSection } from "./underwriting-section.tsx";
import { VantageScoreSection } from "./vantage-score-section.tsx";

type RiskSectionsProps = { userId: number; hasTurn: boolean };

/** How the customer was judged. */
export const RiskSections = (props: RiskSectionsProps) => (
  <>
    <DecisionsSection {...props} />
    <UnderwritingSection {...props} />
    <VantageScoreSection {...props} />
    <FundedBalanceSection {...props} />
  </>
);

/** Who else looks like the same one. */
export const SimilarSections = (props: RiskSectionsProps) =>
  SIMILAR_RECORD_KINDS.map((kind) => <SimilarSection key={kind} kind={kind} {...props} />);
