import { hasLienPdf } from "@countinghouse/validators/businesses/rules";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { BUSINESS_STATES, LIEN_STATES } from "@/components/business-states.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { FileName } from "@/components/files/file-buttons.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { paths } from "@/paths.ts";
import { CopyCell, EmptyCell } from "@/table/cells.tsx";
import { buttonVariants } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { SECTIONS } from "../sections.ts";

const ID = "business-lien";

/** The customer's business at the verifier: no more of it than specification 1, section 3 names. */
export function BusinessLienSection({ userId, hasTurn }: { userId: number; hasTurn: boolean }) {
  const query = trpc.businesses.ofUser.useQuery({ userId }, { enabled: hasTurn });
  return (
    <QuerySection
      id={ID}
      title={SECTIONS[ID].title}
      query={query}
      empty={{ title: "No Business Registered", when: (record) => record === null }}
      skeletonLines={4}
      actions={
        <Link href={paths.businessLien({ id: userId })} className={buttonVariants({ size: "small" })}>
          Open in {SECTIONS[ID].title}
        </Link>
      }
    >
      {(record) => {
        if (record === null) return null;
        const status = BUSINESS_STATES[record.midDeskResponseStatus];
        const lien = record.lienStatus === null ? null : LIEN_STATES[record.lienStatus];
        return (
          <Facts
            facts={[
              ["Business Id", <CopyCell key="id" value={record.businessId} label="business id" />],
              [
                "Status",
                <StatusBadge key="status" tone={status.tone}>
                  {status.word}
                </StatusBadge>,
              ],
              [
                "Lien Status",
                lien ? (
                  <StatusBadge key="lien" tone={lien.tone}>
                    {lien.word}
                  </StatusBadge>
                ) : (
                  <EmptyCell key="lien" />
                ),
              ],
              [
                "Lien PDF",
                hasLienPdf(record) ? (
                  <FileName key="pdf" name={record.lienPdf} />
                ) : (
                  <span key="pdf" className="text-muted-foreground">
                    {record.lienPdf}
                  </span>
                ),
              ],
              ...(record.othersLiens.length === 0
                ? []
                : [
                    [
                      "Liens of others",
                      <ul key="others">
                        {record.othersLiens.map(({ vendorId, state, fileNumber, filedOn, foundAt }) => (
                          <li key={vendorId}>
                            {state} {fileNumber}{" "}
                            {filedOn === null
                              ? `found ${formatNewYork(foundAt, "date")} ET`
                              : `filed ${filedOn}`}
                          </li>
                        ))}
                      </ul>,
                    ] as const,
                  ]),
            ]}
          />
        );
      }}
    </QuerySection>
  );
}
