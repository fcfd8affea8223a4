import { lazy, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Failure } from "@/layout/failure.tsx";
import { Section, type SectionState } from "@/layout/section.tsx";
import { SECTIONS, type SectionId } from "./sections.ts";
import { SIMILAR_SECTIONS } from "./similar-records.ts";

const RiskSections = lazy(() =>
  import("./risk-sections.tsx").then((module) => ({ default: module.RiskSections })),
);

const IDLE: SectionState = { kind: "idle" };

/** What is always there; the balance of funded users comes only with something in it. */
const EXPECTED: readonly SectionId[] = [
  "decision-engine",
  "underwriting",
  "vantage-score",
  ...Object.values(SIMILAR_SECTIONS).map(({ id }) => id),
];

type LaterRiskSectionsProps = { userId: number; isReady: boolean };

/** The risk sections, whose code the page does not wait for. Until it is there they stand where they will be. */
export const LaterRiskSections = (props: LaterRiskSectionsProps) => (
  <ErrorBoundary FallbackComponent={Failure}>
    <Suspense fallback={EXPECTED.map((id) => <Section key={id} id={id} title={SECTIONS[id]} state={IDLE} />)}>
      <RiskSections {...props} />
    </Suspense>
  </ErrorBoundary>
);
