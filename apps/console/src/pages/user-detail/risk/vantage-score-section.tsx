import { vantageBand } from "@countinghouse/validators/decisions/rules";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { trpc } from "@/api/client.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { Badge } from "@/ui/badge.tsx";
import { SECTIONS } from "../sections.ts";

const ID = "vantage-score";

type VantageScoreSectionProps = { userId: number; hasTurn: boolean };

/** The Vantage score at each application, the latest first, with the band it lies in. */
export function VantageScoreSection({ userId, hasTurn }: VantageScoreSectionProps) {
  const query = trpc.decisions.vantageScore.useQuery({ userId }, { enabled: hasTurn });
  return (
    <QuerySection
      id={ID}
      title={SECTIONS[ID].title}
      query={query}
      empty={{ title: "No Vantage Score Found", when: (scores) => scores.length === 0 }}
    >
      {(scores) => (
        <Facts
          facts={scores.map(({ applicationId, score, appliedAt }) => [
            `Application ${applicationId} · ${formatNewYork(appliedAt, "date")}`,
            <Score key={applicationId} score={score} />,
          ])}
        />
      )}
    </QuerySection>
  );
}

function Score({ score }: { score: number }) {
  const band = vantageBand(score);
  return (
    <>
      <span className="num">{score}</span>
      {band && <Badge>{band}</Badge>}
    </>
  );
}
