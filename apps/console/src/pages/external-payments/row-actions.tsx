import { whyNotDownloadAssets, whyNotDownloadContract } from "@countinghouse/validators/collections/rules";
import { COLLECTIONS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { Button } from "@/ui/button.tsx";
import type { CollectionRow } from "./use-collection.ts";

export type CollectionActions = {
  /** Why nobody's documents may be had by the one who looks, or null: asked once, not by each row. */
  whyNotDownload: string | null;
  downloadContract: (contract: { id: string; fileName: string }) => void;
  /** The contract that is on its way. */
  downloadingId: string | null;
  downloadAssets: (userId: number) => void;
  /** Why no further zip file can be made now, or null. */
  busyReason: string | null;
  /** The user whose reports are on their way. */
  assetsOfId: number | null;
  /** Null for an admin without the payment flag, who does not see the action. */
  payment: { disabledReason: string | null; open: (userId: number) => void } | null;
};

/** What can be done with the user of a row: save the documents, and take a payment. */
export function RowActions({ row, actions }: { row: CollectionRow; actions: CollectionActions }) {
  const { userId, contract } = row;
  const isComing = actions.assetsOfId === userId;
  return (
    <span className="flex gap-1.5">
      <Button
        size="small"
        aria-label={`${TEXT.downloadContractLabel}, user ${userId}`}
        pending={contract !== null && actions.downloadingId === contract.id}
        disabledReason={actions.whyNotDownload ?? whyNotDownloadContract(row)}
        onClick={() => contract && actions.downloadContract(contract)}
      >
        {TEXT.downloadContractLabel}
      </Button>
      <Button
        size="small"
        aria-label={`${TEXT.downloadAssetsLabel}, user ${userId}`}
        pending={isComing}
        disabledReason={actions.whyNotDownload ?? whyNoAssets(row) ?? (isComing ? null : actions.busyReason)}
        onClick={() => actions.downloadAssets(userId)}
      >
        {TEXT.downloadAssetsLabel}
      </Button>
      {actions.payment && (
        <Button
          size="small"
          aria-label={`${TEXT.paymentLabel}, user ${userId}`}
          disabledReason={actions.payment.disabledReason}
          onClick={() => actions.payment?.open(userId)}
        >
          {TEXT.paymentLabel}
        </Button>
      )}
    </span>
  );
}

function whyNoAssets({ bank }: CollectionRow): string | null {
  if (bank === undefined) return "The asset reports are being loaded.";
  if (bank === null) return "The asset reports could not be loaded.";
  return whyNotDownloadAssets(bank.assetReports);
}
