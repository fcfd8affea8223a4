import { whyNotDownloadAssets, whyNotDownloadContract } from "@countinghouse/validators/collections/rules";
import { COLLECTIONS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { RowMenu } from "@/table/row-menu.tsx";
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
  const { payment } = actions;
  const isComing = actions.assetsOfId === userId;
  return (
    <RowMenu
      of={`user ${userId}`}
      actions={[
        {
          label: TEXT.downloadContractLabel,
          pending: contract !== null && actions.downloadingId === contract.id,
          disabledReason: actions.whyNotDownload ?? whyNotDownloadContract(row),
          onClick: () => contract && actions.downloadContract(contract),
        },
        {
          label: TEXT.downloadAssetsLabel,
          pending: isComing,
          disabledReason:
            actions.whyNotDownload ?? whyNoAssets(row) ?? (isComing ? null : actions.busyReason),
          onClick: () => actions.downloadAssets(userId),
        },
        payment && {
          label: TEXT.paymentLabel,
          disabledReason: payment.disabledReason,
          onClick: () => payment.open(userId),
        },
      ]}
    />
  );
}

function whyNoAssets({ bank }: CollectionRow): string | null {
  if (bank === undefined) return "The asset reports are being loaded.";
  if (bank === null) return "The asset reports could not be loaded.";
  return whyNotDownloadAssets(bank.assetReports);
}
