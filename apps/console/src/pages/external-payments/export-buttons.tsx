import { COLLECTION_COLUMNS } from "@countinghouse/validators/collections/rules";
import { COLLECTIONS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { ExportMenu } from "@/components/exports/export-menu.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { Button } from "@/ui/button.tsx";
import { useCsv } from "./use-downloads.ts";
import type { useZip } from "./use-zip.ts";

type ExportButtonsProps = {
  /** Those in the table; null until there are any. */
  userIds: number[] | null;
  zip: ReturnType<typeof useZip>;
  /** Why no further zip file can be made now, or null. */
  busyReason: string | null;
};

const ZIPS = [
  { type: "bulk", label: TEXT.exportAssetsLabel },
  { type: "contracts", label: TEXT.exportContractsLabel },
] as const;

/** The exports of all users in the table. */
export function ExportButtons({ userIds, zip, busyReason }: ExportButtonsProps) {
  const disabledReason = useWhyNot("collections.export");
  const csv = useCsv();
  const why = disabledReason ?? (userIds === null ? "Get users first." : null);
  return (
    <>
      {ZIPS.map(({ type, label }) => {
        const isMaking = zip.running?.type === type;
        return (
          <Button
            key={type}
            pending={isMaking}
            disabledReason={why ?? (isMaking ? null : busyReason)}
            onClick={() => userIds && zip.run({ type, userIds })}
          >
            {label}
          </Button>
        );
      })}
      <ExportMenu
        label={TEXT.exportCsvLabel}
        pending={csv.isSaving}
        disabledReason={why}
        scopes={[
          {
            label: "all users of the table",
            about: { columns: COLLECTION_COLUMNS, rows: userIds?.length ?? 0 },
            save: (format) => userIds && csv.save({ userIds, format }),
          },
        ]}
      />
    </>
  );
}
