import { APPLICATIONS_MESSAGES } from "@countinghouse/validators/messages";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { errorDetails } from "@/api/errors.ts";
import { FieldFacts } from "@/components/facts/field-facts.tsx";
import { HistoryLink } from "@/components/history/history-link.tsx";
import { UnknownUser } from "@/components/users/unknown-user.tsx";
import { userName } from "@/components/users/user-name.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { createParser, useParams } from "@/lib/search-params.ts";
import { readUserId } from "@/lib/user-id.ts";
import type { BadgeTone } from "@/ui/badge.tsx";
import { StatusBadge, statusTone } from "@/ui/status-badge.tsx";
import { addressFields, businessFields, generalFields } from "./application-fields.ts";
import { ContractSection } from "./contract-section.tsx";
import { FundingSection } from "./funding-section.tsx";
import { type Application, useApplication } from "./use-application.ts";

const TITLE = APPLICATIONS_MESSAGES.detailTitle;

const PARAMS = { id: createParser({ parse: readUserId, serialize: String }) };

/** One application with all that is known of it. Which is in the address: the id is the application's own. */
export default function ApplicationDetailPage() {
  const [{ id }] = useParams(PARAMS);
  if (id === null) return <UnknownUser title={TITLE} message="This address has no application id." />;
  return <ApplicationDetail key={id} id={id} />;
}

function ApplicationDetail({ id }: { id: number }) {
  const query = useApplication(id);
  const failure = query.error ? errorDetails(query.error) : null;
  if (failure?.code === "NOT_FOUND" || failure?.code === "FORBIDDEN")
    return <UnknownUser title={TITLE} message={failure.message} />;
  const isThere = query.data !== undefined || query.error === null;
  return (
    <>
      <Header id={id} application={query.data} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-(--section-gap) lg:grid-cols-2">
        <QuerySection id="general" title="General" query={query} skeletonLines={22}>
          {(application) => <FieldFacts fields={generalFields(application)} />}
        </QuerySection>
        {isThere && (
          <div className="grid gap-(--section-gap)">
            <QuerySection id="address" title="Address" query={query} skeletonLines={5}>
              {(application) => <FieldFacts fields={addressFields(application)} />}
            </QuerySection>
            <QuerySection id="business" title="Business" query={query} skeletonLines={9}>
              {(application) => <FieldFacts fields={businessFields(application)} />}
            </QuerySection>
          </div>
        )}
        {isThere && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap) lg:col-span-2">
            <FundingSection query={query} />
            <ContractSection query={query} />
          </div>
        )}
      </div>
    </>
  );
}

function Header({ id, application }: { id: number; application: Application | undefined }) {
  const name = application ? userName({ ...application.general, id: application.userId }) : "";
  return (
    <PageHeader
      title={TITLE}
      above={name}
      customerId={application?.userId}
      actions={<HistoryLink of={{ type: "application", id }} />}
      aside={
        <>
          <span className="id-text text-muted-foreground">#{id}</span>
          {application && (
            <>
              <span className="text-lg">{name}</span>
              <ul aria-label="Status" className="flex flex-wrap items-center gap-1.5">
                {applicationStatuses(application).map(([tone, text]) => (
                  <li key={text}>
                    <StatusBadge tone={tone}>{text}</StatusBadge>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      }
    />
  );
}

/** What has to be known of an application before anything else. */
function applicationStatuses({ general, funding, contract }: Application): [tone: BadgeTone, text: string][] {
  const { alloyStatus, expired, offerExpired, isRenewed, isImported } = general;
  const statuses: [isSo: boolean, tone: BadgeTone, text: string][] = [
    [expired, "warning", "Application expired"],
    [offerExpired, "warning", "Offer expired"],
    [true, statusTone(alloyStatus), alloyStatus],
    [funding.fundedAt !== null, "success", `Funded ${funding.fundedAt ? newYorkDate(funding.fundedAt) : ""}`],
    [funding.fundedAt === null, "neutral", "Not funded"],
    [isRenewed, "info", "Renewal"],
    [isImported, "neutral", "Imported"],
    [!contract.isContractSigned, "neutral", "Contract not signed"],
  ];
  return statuses.flatMap(([isSo, tone, text]): [BadgeTone, string][] => (isSo ? [[tone, text]] : []));
}
