import { SIMILAR_RECORD_KINDS } from "@countinghouse/validators/similar-records/rules";
import { SimilarSection } from "./similar-section.tsx";

type SimilarSectionsProps = { userId: number; hasTurn: boolean };

/** Who else looks like the same one. */
export const SimilarSections = (props: SimilarSectionsProps) =>
  SIMILAR_RECORD_KINDS.map((kind) => <SimilarSection key={kind} kind={kind} {...props} />);
