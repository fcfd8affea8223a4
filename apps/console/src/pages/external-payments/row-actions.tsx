import { whyNotDownloadAssets, whyNotDownloadContract } from "@countinghouse/validators/collections/rules";
import { COLLECTIONS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { Button } from "@/ui/button.tsx";
import { useRowActions } from "./collection-context.ts";
import type { CollectionRow } from "./use-collection.ts";

/** What can be done with the user of a row: save the documents, and take a payment. */
export function RowActions({ row }: { row: CollectionRow }) {
  const actions = useRowActions();
  const { userId, contract } = row;
  const isComing = actions.assetsOfId === userId;
  return (
    <span className="flex gap-1.5">
      <Button
        size="small"
        aria-label={`${TEXT.downloadContractLabel}, user ${userId}`}
        pending={contract !== null && actions.downloadingId === contract.id}
        disabledReason={actions.mayNotDownload ?? whyNotDownloadContract(row)}
        onClick={() => contract && actions.downloadContract(contract)}
      >
        {TEXT.downloadContractLabel}
      </Button>
      <Button
        size="small"
        aria-label={`${TEXT.downloadAssetsLabel}, user ${userId}`}
        pending={isComing}
        disabledReason={actions.mayNotDownload ?? whyNoAssets(row) ?? (isComing ? null : actions.busyReason)}
        onClick={() => actions.downloadAssets(userId)}
      >
        {TEXT.downloadAssetsLabel}
      </Button>
      {actions.payment && (
        <Button
          size="small"
          aria-label={`${TEXT.paymentLabel}, user ${userId}`}
          disabledReason={actions.payment.disabledReason}
          onPointerEnter={actions.payment.load}
          onFocus={actions.payment.load}
          onClick={() => actions.payment?.open(userId)}
        >
          {TEXT.paymentLabel}
        </Button>
      )}
    </span>
  );
}

function whyNoAssets({ bank }: CollectionRow): string | null {
  if (bank === undefined) return "The asset reports are being looked for.";
  if (bank === null) return "The asset reports could not be looked for.";
  return whyNotDownloadAssets(bank.assetReports);
}
