import { type ReactNode, Suspense } from "react";
import { Section } from "@/layout/section.tsx";
import { Later } from "./later.tsx";
import { SECTIONS, type SectionId } from "./sections.ts";

type LaterSectionProps = { id: SectionId; isReady: boolean; children: ReactNode };

/** A section whose code and data come when it is its turn; until then its heading holds its place. */
export function LaterSection({ id, isReady, children }: LaterSectionProps) {
  const place = <Section id={id} title={SECTIONS[id]} state={{ kind: "idle" }} />;
  return (
    <Later isReady={isReady}>
      {(hasTurn) => (hasTurn ? <Suspense fallback={place}>{children}</Suspense> : place)}
    </Later>
  );
}
