import type { RouterOutputs } from "@countinghouse/api";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { countedAmount, RECOVERY_TEXTS as TEXT } from "@countinghouse/validators/recovery/rules";
import { useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { ConfirmForm, type RecoveredRow } from "./confirm-form.tsx";
import { recoveredColumns } from "./recovered-columns.tsx";
import { ReleaseForm } from "./release-form.tsx";

type Status = RouterOutputs["recovery"]["status"];

/** What is asked for goes on in the background: the figures follow it. */
const LOOK_EVERY_MS = 5_000;
const NOTHING_FOUND = "The journal has no payments that are unknown here.";

/** Why nothing goes out, what was found, what came of it, and the way out of it. */
export default function RecoveryPage() {
  const mayNotRead = useWhyNot("recovery.read");
  return (
    <>
      <PageHeader title={PAGE_TITLES.recovery} />
      {mayNotRead === null ? <RecoverySections /> : <EmptyState title={mayNotRead} />}
    </>
  );
}

function RecoverySections() {
  const query = trpc.recovery.status.useQuery(undefined, { refetchInterval: LOOK_EVERY_MS });
  const [confirming, setConfirming] = useState<RecoveredRow | null>(null);
  const mayNot = useWhyNot("recovery.release");
  const disabledReason = mayNot ?? (query.data?.standing === "RECOVERY" ? null : TEXT.notInRecovery);
  return (
    <div className="grid gap-4">
      <QuerySection id="recovery" title="Status" query={query} skeletonLines={6}>
        {(status) => <Standing status={status} />}
      </QuerySection>
      {query.data && query.data.figures.all.count > 0 && (
        <DataTable
          label="Payments of the journal"
          columns={recoveredColumns}
          rows={query.data.payments}
          rowKey={({ key }) => key}
          actions={{ confirm: setConfirming, disabledReason }}
          empty={<EmptyState title={NOTHING_FOUND} />}
        />
      )}
      {confirming !== null && <ConfirmForm payment={confirming} onClose={() => setConfirming(null)} />}
    </div>
  );
}

const HEADINGS = { NORMAL: TEXT.normal, VERIFYING: TEXT.verifying, RECOVERY: TEXT.nothingGoesOut } as const;
const TONES = { NORMAL: "info", VERIFYING: "warning", RECOVERY: "danger" } as const;

function Standing({ status }: { status: Status }) {
  const { standing, reasons, problem, unreadableEntries, figures } = status;
  return (
    <div className="grid gap-4">
      <Alert tone={TONES[standing]}>
        <p className="font-medium">{HEADINGS[standing]}</p>
        {reasons.length > 0 && (
          <ul aria-label="Why" className="list-disc pl-5">
            {reasons.map((reason) => (
              <li key={reason}>
                {TEXT.reasons[reason]}
                {reason === "UNREADABLE_JOURNAL" && ` They are ${unreadableEntries.toLocaleString("en-US")}.`}
              </li>
            ))}
          </ul>
        )}
        {problem !== "" && <p>{problem}</p>}
      </Alert>
      {standing === "RECOVERY" && figures.unconfirmed.count > 0 && <Alert tone="warning">{TEXT.seeTo}</Alert>}
      <Facts facts={recoveryFacts(status)} />
      {standing === "RECOVERY" && <Steps status={status} />}
    </div>
  );
}

function recoveryFacts({
  since,
  address,
  addressHere,
  figures,
  unsent,
  reported,
  unprocessed,
  released,
}: Status) {
  return [
    ...(since === null ? [] : [["Since", `${formatNewYork(since, "dateTime")} ET`] as const]),
    ...(address === addressHere
      ? []
      : [["Used at", `${address ?? "no address"}, now at ${addressHere}`] as const]),
    ["Sent and unknown here", countedAmount(figures.all)],
    ["Not booked yet", countedAmount(figures.found)],
    ["Booked", countedAmount(figures.booked)],
    ["Outcome known", countedAmount(figures.resolved)],
    ["Outcome still unknown", countedAmount(figures.unresolved)],
    ["Cannot be booked", countedAmount(figures.refused)],
    ["Waiting and never sent", countedAmount(unsent)],
    ["Reported and unknown here", countedAmount(reported)],
    [
      "Unprocessed reports",
      <Link key="unprocessed" href={paths.unprocessedChargebacks()} className="text-primary underline">
        {unprocessed.toLocaleString("en-US")}
      </Link>,
    ],
    ...(released === null
      ? []
      : [
          [
            "Last released",
            `${formatNewYork(released.at, "dateTime")} ET by ${released.by}: ${released.reason}`,
          ] as const,
        ]),
  ] as const;
}

/** First what was found is booked, then payments go out again. */
function Steps({ status: { figures, unsent, whyNotRelease } }: { status: Status }) {
  const [isReleasing, setReleasing] = useState(false);
  const disabledReason = useWhyNot("recovery.release");
  const book = trpc.recovery.book.useMutation({
    onSuccess: ({ booked, waiting, refused }) =>
      toast.success(
        `${booked.toLocaleString("en-US")} booked, ${waiting} wait for another payment, ${refused} cannot be booked.`,
      ),
    onError: (error) =>
      toast.error(failureText(error, "The server failed. No further payments were booked. Try again.")),
    meta: PENDING_UNTIL_READ,
  });
  const open = figures.found.count + figures.refused.count;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant={figures.found.count > 0 ? "primary" : undefined}
        disabledReason={disabledReason ?? (open === 0 ? NOTHING_FOUND : null)}
        pending={book.isPending}
        onClick={() => book.mutate({ requestId: newRequestId() })}
      >
        Book {open.toLocaleString("en-US")}
      </Button>
      <Button disabledReason={disabledReason ?? whyNotRelease} onClick={() => setReleasing(true)}>
        Release…
      </Button>
      {isReleasing && <ReleaseForm figures={figures} unsent={unsent} onClose={() => setReleasing(false)} />}
    </div>
  );
}
