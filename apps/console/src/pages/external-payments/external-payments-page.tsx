import {
  BETWEEN_COLLECTION_IDS,
  COLLECTION_IDS_LIMIT,
  NOT_INCLUDED_NAME,
  readCollectionIds,
  whyNotGetUsers,
} from "@countinghouse/validators/collections/rules";
import { COLLECTIONS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useMemo, useState } from "react";
import { failureText } from "@/api/errors.ts";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { LoadFailure } from "@/components/load-failure.tsx";
import { SaleSheet } from "@/components/sale/sale-sheet.tsx";
import { checkPasted } from "@/components/user-ids/id-check.ts";
import { PastePanel } from "@/components/user-ids/paste-panel.tsx";
import { useIdDraft } from "@/components/user-ids/use-id-draft.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { useAdmin, useWhyNot } from "@/layout/use-admin.ts";
import { useCopy } from "@/lib/copy.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { CollectionTable } from "./collection-table.tsx";
import { ExportButtons } from "./export-buttons.tsx";
import { useCollection } from "./use-collection.ts";
import { useContractDownload } from "./use-downloads.ts";
import { useZip } from "./use-zip.ts";

const RULES = { limit: COLLECTION_IDS_LIMIT, read: readCollectionIds, whyNotUse: whyNotGetUsers };
const BETWEEN = { pattern: BETWEEN_COLLECTION_IDS, words: "blanks, new lines and commas" };
const BOX_PX = 148;

/** What is handed to collections: the users of a pasted list, their asset reports and contracts, all of it as CSV. */
export default function ExternalPaymentsPage() {
  const admin = useAdmin().data;
  const draft = useIdDraft(admin ? `collections:${admin.id}` : null);
  const { text } = draft;
  const [asked, ask] = useState<string | null>(null);
  const [payingUserId, pay] = useState<number | null>(null);
  const check = useMemo(() => checkPasted(text, RULES), [text]);
  const collection = useCollection(asked);
  const { list, rows } = collection;
  const zip = useZip();
  const contract = useContractDownload();
  const whyNotDownload = useWhyNot("files.download");
  const whyNotCharge = useWhyNot("payments.charge");
  const whyNotGet = text.trim() === "" ? "Paste user ids first." : check.whyNot;
  const busyReason = zip.running === null ? null : "Another zip file is being made.";
  const userIds = useMemo(() => (rows && rows.length > 0 ? rows.map(({ userId }) => userId) : null), [rows]);
  const hasPayment = admin?.paymentFlag ?? false;

  const get = () => (text === asked ? collection.reload() : ask(text));
  return (
    <>
      <PageHeader
        title={TEXT.title}
        aside={rows && <Count of={rows.length} />}
        actions={<ExportButtons userIds={userIds} zip={zip} busyReason={busyReason} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PastePanel
          limit={COLLECTION_IDS_LIMIT}
          between={BETWEEN}
          heightPx={BOX_PX}
          text={text}
          onChange={draft.change}
          check={check}
          recoveredAt={draft.recoveredAt}
          disabledReason={null}
          action={
            <Button variant="primary" pending={list.isFetching} disabledReason={whyNotGet} onClick={get}>
              {TEXT.getLabel}
            </Button>
          }
        />
        {zip.fileName !== null && (
          <ExportStatus fileName={zip.fileName} state={zip.state} onStart={zip.retry} onCancel={zip.cancel} />
        )}
        {zip.isIncomplete && (
          <Alert tone="warning" live="polite">
            Some documents could not be included. {NOT_INCLUDED_NAME} in {zip.fileName} names them.
          </Alert>
        )}
        <MissingIds ids={list.data?.missingIds ?? []} />
        <LoadFailure
          what="Income and asset reports could not be loaded"
          tone="danger"
          query={collection.bankData}
          message={failureText(collection.bankData.error, TEXT.failed)}
        />
        {asked === null ? (
          <Card>
            <EmptyState title="No users are loaded yet">
              Paste user ids and press {TEXT.getLabel} to see them here, with their documents.
            </EmptyState>
          </Card>
        ) : (
          <CollectionTable
            collection={collection}
            actions={{
              whyNotDownload,
              downloadContract: contract.download,
              downloadingId: contract.downloadingId,
              downloadAssets: (userId) => zip.run({ type: "user", userIds: [userId] }),
              busyReason,
              assetsOfId: zip.running?.type === "user" ? (zip.running.userIds[0] ?? null) : null,
              payment: hasPayment ? { disabledReason: whyNotCharge, open: pay } : null,
            }}
          />
        )}
      </div>
      {payingUserId !== null && (
        <SaleSheet userId={payingUserId} title={TEXT.paymentTitle} onClose={() => pay(null)} />
      )}
    </>
  );
}

const Count = ({ of: count }: { of: number }) => (
  <output className="text-sm text-muted-foreground">
    {count === 1 ? "1 user" : `${count.toLocaleString("en-US")} users`}
  </output>
);

/** The pasted ids that are nobody's, each by its name. */
function MissingIds({ ids }: { ids: readonly number[] }) {
  const [state, copyIds] = useCopy();
  if (ids.length === 0) return null;
  return (
    <Alert
      tone="warning"
      live="polite"
      action={
        <Button size="small" className="self-start" onClick={() => copyIds(ids.join("\n"))}>
          {state === "copied" ? "Copied" : "Copy ids"}
        </Button>
      }
    >
      <p className="font-medium">
        {ids.length === 1 ? "1 id was not found" : `${ids.length.toLocaleString("en-US")} ids were not found`}
      </p>
      <p className="tabular-nums [overflow-wrap:anywhere]">{ids.join(", ")}</p>
      {state === "refused" && <p>The browser does not allow copying</p>}
    </Alert>
  );
}
