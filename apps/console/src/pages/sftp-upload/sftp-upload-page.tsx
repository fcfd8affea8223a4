import type { RouterOutputs } from "@countinghouse/api";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { UPLOADS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { METABASE_LABEL, METABASE_PATH } from "@countinghouse/validators/metabase";
import { ExternalLinkIcon } from "lucide-react";
import { linkAddress } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { buttonVariants } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { DropArea } from "./drop-area.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { uploadColumns } from "./upload-columns.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./use-uploads.ts";

const UPLOADED = "Uploaded files";

const PAGING = byCursor(({ uploads }: RouterOutputs["uploads"]["list"]) => uploads);

/** Files for the file-transfer area: sent from here, and the list of what was sent. */
export default function SftpUploadPage() {
  const { items, isBusy, add, cancel, retry, clear } = useUploads();
  const disabledReason = useWhyNot("uploads.write");
  const query = usePages(trpc.uploads.list, {}, PAGING);
  const rows = query.data?.rows;
  return (
    <>
      <PageHeader title={TEXT.title} actions={<MetabaseLink />} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
        <DropArea disabledReason={disabledReason} onFiles={add} />
        {items.length > 0 && <UploadList items={items} onCancel={cancel} onRetry={retry} onClear={clear} />}
        <section aria-labelledby="uploaded">
          <h2 id="uploaded" className="mb-2 text-lg font-semibold tracking-[-0.01em]">
            {UPLOADED}
          </h2>
          <StaleRows
            query={{ ...query, error: query.isFetchNextPageError ? null : query.error }}
            message={GENERAL_MESSAGES.somethingWentWrong}
          />
          <DataTable
            label={UPLOADED}
            columns={uploadColumns}
            rows={rows}
            rowKey={({ id }) => id}
            query={query}
            pageList="uploaded-files"
            empty={<EmptyState title="No files yet">Uploaded files appear here, latest first.</EmptyState>}
            footer={<ShowMore query={query} />}
          />
        </section>
      </div>
      {isBusy && <LeaveGuard />}
    </>
  );
}

/** The way to Metabase, for whom the server leads on (specification 2, section 6). */
function MetabaseLink() {
  const { data } = trpc.admins.metabase.useQuery(undefined, { staleTime: 5 * 60_000 });
  // Known or not, offered or not, the head is as high.
  if (!data?.isOffered) return <span aria-hidden className="h-(--control-h)" />;
  return (
    <a href={linkAddress(METABASE_PATH)} target="_blank" rel="noopener" className={buttonVariants()}>
      {METABASE_LABEL}
      <ExternalLinkIcon aria-hidden />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
