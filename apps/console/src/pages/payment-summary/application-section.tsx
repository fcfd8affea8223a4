import { newYorkDate } from "@countinghouse/validators/new-york";
import { Link } from "wouter";
import { FieldFacts } from "@/components/facts/field-facts.tsx";
import type { Field } from "@/components/facts/fields.ts";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { cn } from "@/lib/cn.ts";
import { paths } from "@/paths.ts";
import { buttonVariants } from "@/ui/button.tsx";
import { Select } from "@/ui/select.tsx";
import { applicationFields, customerFields, feeFields, repaymentFields } from "./summary-fields.ts";
import type { Summary, SummaryApplication } from "./use-summary.ts";

type ApplicationSectionProps = {
  query: SectionQuery<Summary>;
  /** The one that is chosen; null, or one that is not this user's, stands for the newest. */
  chosen: number | null;
  onChoose: (applicationId: number | null) => void;
};

/** What one application agreed and cost, the newest until another is chosen, and whose it is. */
export function ApplicationSection({ query, chosen, onChoose }: ApplicationSectionProps) {
  const applications = query.data?.applications ?? [];
  const shown = applications.find(({ id }) => id === chosen) ?? applications[0];
  return (
    <QuerySection
      id="application"
      title="Application and fees"
      query={query}
      skeletonLines={14}
      actions={
        shown && (
          <>
            {applications.length > 1 && (
              <ApplicationPicker applications={applications} shown={shown} onChoose={onChoose} />
            )}
            <Link
              href={paths.applicationDetail({ id: shown.id })}
              className={buttonVariants({ size: "small" })}
            >
              Open application
            </Link>
          </>
        )
      }
    >
      {({ customer }) => (
        <div className={cn("gap-6 md:columns-2 2xl:columns-3", NARROW_NAMES)}>
          {shown ? (
            <>
              <Part title="Application" fields={applicationFields(shown)} />
              <Part title="Repayment" fields={repaymentFields(shown)} />
              <Part title="Amounts and fees" fields={feeFields(shown)} />
            </>
          ) : (
            <p className="mb-4 break-inside-avoid text-muted-foreground">No applications yet.</p>
          )}
          <Part title="User" fields={customerFields(customer)} />
        </div>
      )}
    </QuerySection>
  );
}

/** Columns of facts have to fit beside the balance. */
const NARROW_NAMES =
  "md:[&_dl>div]:grid-cols-[9rem_minmax(0,1fr)] 2xl:[&_dl>div]:grid-cols-[10.5rem_minmax(0,1fr)]";

const Part = ({ title, fields }: { title: string; fields: Field[] }) => (
  <section aria-label={title} className="mb-4 break-inside-avoid">
    <h3 className="mb-1 text-xs font-medium text-muted-foreground">{title}</h3>
    <FieldFacts fields={fields} />
  </section>
);

type ApplicationPickerProps = {
  /** The newest first. */
  applications: readonly SummaryApplication[];
  shown: SummaryApplication;
  /** Null stands for the newest. */
  onChoose: (applicationId: number | null) => void;
};

/** Chooses one of a user's applications. */
function ApplicationPicker({ applications, shown, onChoose }: ApplicationPickerProps) {
  return (
    <Select
      aria-label="Application"
      className="w-64"
      options={applications.map((each) => ({ value: String(each.id), label: optionText(each) }))}
      value={String(shown.id)}
      onChange={(value) => onChoose(value === String(applications[0]?.id) ? null : Number(value))}
    />
  );
}

/** "#812 · funded 2026-09-23". */
function optionText({ id, fundedAt, createdAt, stage }: SummaryApplication): string {
  return fundedAt
    ? `#${id} · funded ${newYorkDate(fundedAt)}`
    : `#${id} · ${stage}, begun ${newYorkDate(createdAt)}`;
}
