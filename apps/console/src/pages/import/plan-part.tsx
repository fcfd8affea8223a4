import { type ImportSettings, whyNotAnswered } from "@countinghouse/validators/import/job-rules";
import { importSettingsForm } from "@countinghouse/validators/import/job-schemas";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { CheckboxField } from "@/form/checkbox-field.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { PageForm } from "@/form/page-form.tsx";
import { SelectField } from "@/form/select-field.tsx";
import { TextField } from "@/form/text-field.tsx";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import type { Job } from "./import-job.tsx";
import { OutcomeSection } from "./outcome-section.tsx";
import { READING_OPTIONS } from "./reading-options.ts";
import { placeOf, TableReading } from "./table-reading.tsx";

const NOTHING_SAID = {
  source: "",
  strict: false,
  update: false,
  mapping: {},
  tables: [],
  leaveOutHidden: false,
};

/** What the form has for settings that somebody said before. */
function formValues(settings: ImportSettings | null) {
  const { encoding, separator, dates, numbers, signs, paidIn, headerLine, ...rest } = settings ?? {
    ...NOTHING_SAID,
    encoding: null,
    separator: null,
    dates: null,
    numbers: null,
    signs: null,
    paidIn: null,
    headerLine: null,
  };
  return {
    ...rest,
    tables: rest.tables ?? [],
    leaveOutHidden: rest.leaveOutHidden ?? false,
    encoding: encoding ?? "found",
    separator: separator ?? "found",
    dates: dates ?? "found",
    numbers: numbers ?? "found",
    signs: signs ?? "found",
    paidIn: paidIn ?? "found",
    headerLine: headerLine ? String(headerLine) : "",
  } as const;
}

/** How the files are to be read, the plan of it, and the press that begins the import. */
export function PlanPart({ job }: { job: Job }) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(importSettingsForm, formValues(job.settings));
  const tables = useWatch({ control: form.control, name: "tables" }) ?? [];
  const plan = trpc.imports.plan.useMutation({ meta: PENDING_UNTIL_READ });
  const { isDirty } = form.formState;
  return (
    <>
      <PageForm
        form={form}
        title="How the files are read"
        description="Leave a field empty to detect it. Column choices are saved for this source after the import."
        onSubmit={(settings) => {
          const change = { id: job.id, settings };
          plan.mutate({ ...change, requestId: requestIdFor({ ...change, of: job.planDigest }) });
        }}
        submitting={plan.isPending}
        submitError={plan.error}
        submitLabel={job.plan === null ? "Make the plan" : "Update the plan"}
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <TextField
            control={form.control}
            name="source"
            label="Source"
            placeholder="oldsystem"
            description="The system the files come from. Its ids are stored under this name."
          />
          {READING_OPTIONS.map(({ name, label, options }) => (
            <SelectField key={name} control={form.control} name={name} label={label} options={options} />
          ))}
          <TextField
            control={form.control}
            name="headerLine"
            label="Line with column names"
            placeholder="Detected"
            inputMode="numeric"
            autoComplete="off"
            description="Counted from 1, like spreadsheet rows. Title lines are above it."
          />
        </div>
        <CheckboxField control={form.control} name="update" label="Overwrite existing values that differ" />
        <CheckboxField
          control={form.control}
          name="leaveOutHidden"
          label="Leave out rows and columns that a workbook hides"
        />
        <CheckboxField
          control={form.control}
          name="strict"
          label="Refuse a row for any cell that can not be read"
        />
      </PageForm>
      {job.plan?.tables.map((table) => (
        <TableReading
          key={`${table.file} ${table.tab ?? ""}`}
          table={table}
          choice={tables.find(({ place }) => place === placeOf(table))}
          onChange={(choice) =>
            form.setValue("tables", [...tables.filter(({ place }) => place !== choice.place), choice], {
              shouldDirty: true,
            })
          }
        />
      ))}
      {job.plan && job.planDigest && (
        <OutcomeSection
          title="Preview"
          job={job}
          outcome={job.plan}
          actions={<StartButton job={job} isChanged={isDirty} />}
        />
      )}
    </>
  );
}

function StartButton({ job: { id, planDigest, plan }, isChanged }: { job: Job; isChanged: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const start = trpc.imports.start.useMutation({
    onError: (error) => toast.error(errorDetails(error).message),
    onSettled: () => setAsking(false),
    meta: PENDING_UNTIL_READ,
  });
  if (planDigest === null || plan === null) return null;
  const count = (number: number) => number.toLocaleString("en-US");
  return (
    <>
      <Button
        variant="primary"
        disabledReason={isChanged ? "The reading options changed. Update the plan." : whyNotAnswered(plan)}
        onClick={() => setAsking(true)}
      >
        Import…
      </Button>
      {isAsking && (
        <AlertDialog
          title="Import these files?"
          confirmLabel="Import"
          pending={start.isPending}
          onConfirm={() => start.mutate({ requestId: newRequestId(), id, digest: planDigest })}
          onCancel={() => setAsking(false)}
        >
          {count(plan.users.loaded)} customers are added and {count(plan.users.completed)} completed
          {plan.book ? `, and ${count(plan.book.customers)} get the rest of their portfolio` : ""}. Nothing is
          sent to a processor.
        </AlertDialog>
      )}
    </>
  );
}
