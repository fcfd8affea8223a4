import { SIMILAR_RECORD_KINDS } from "@countinghouse/validators/similar-records-rules";
import { DecisionsSection } from "./decisions-section.tsx";
import { FundedBalanceSection } from "./funded-balance-section.tsx";
import { Later } from "./later.tsx";
import { SimilarSection } from "./similar-section.tsx";
import { UnderwritingSection } from "./underwriting-section.tsx";
import { VantageScoreSection } from "./vantage-score-section.tsx";

type RiskSectionsProps = { userId: number; isReady: boolean };

/** How the customer was judged, and who else looks like the same one. */
export const RiskSections = ({ userId, isReady }: RiskSectionsProps) => (
  <>
    <Later isReady={isReady}>
      {(hasTurn) => (
        <>
          <DecisionsSection userId={userId} hasTurn={hasTurn} />
          <UnderwritingSection userId={userId} hasTurn={hasTurn} />
          <VantageScoreSection userId={userId} hasTurn={hasTurn} />
          <FundedBalanceSection userId={userId} hasTurn={hasTurn} />
        </>
      )}
    </Later>
    <Later isReady={isReady}>
      {(hasTurn) =>
        SIMILAR_RECORD_KINDS.map((kind) => (
          <SimilarSection key={kind} userId={userId} kind={kind} hasTurn={hasTurn} />
        ))
      }
    </Later>
  </>
);
