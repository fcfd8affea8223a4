import {
  SIMILAR_RECORD_KINDS,
  type SimilarRecordKind,
} from "@countinghouse/validators/similar-records/rules";
import { useState } from "react";
import { goToSection } from "../sections.ts";
import { RelationsTable } from "./relations-table.tsx";
import { SIMILAR_SECTIONS } from "./similar-records.ts";
import { SimilarSection } from "./similar-section.tsx";

type SimilarSectionsProps = { userId: number; hasTurn: boolean };

/** Who else looks like the same one: all of them in one table, which opens the list of each kind beneath it. */
export function SimilarSections({ userId, hasTurn }: SimilarSectionsProps) {
  const [open, setOpen] = useState<ReadonlySet<SimilarRecordKind>>(askedFor);
  const toggle = (kind: SimilarRecordKind, isOpen: boolean) =>
    setOpen((before) => {
      const next = new Set(before);
      if (isOpen) next.add(kind);
      else next.delete(kind);
      return next;
    });
  const showList = (kind: SimilarRecordKind) => {
    toggle(kind, true);
    goToSection(SIMILAR_SECTIONS[kind].id);
  };
  return (
    <div className="overflow-hidden rounded-lg border bg-card [&_[data-section]]:rounded-none [&_[data-section]]:border-0 [&_[data-section]]:border-t">
      <RelationsTable userId={userId} hasTurn={hasTurn} onOpen={showList} />
      {SIMILAR_RECORD_KINDS.map((kind) => (
        <SimilarSection
          key={kind}
          userId={userId}
          kind={kind}
          hasTurn={hasTurn}
          isOpen={open.has(kind)}
          onToggle={(isOpen) => toggle(kind, isOpen)}
        />
      ))}
    </div>
  );
}

/** Whoever comes by the address of a list comes to read it. */
const askedFor = (): ReadonlySet<SimilarRecordKind> =>
  new Set(SIMILAR_RECORD_KINDS.filter((kind) => location.hash === `#${SIMILAR_SECTIONS[kind].id}`));
