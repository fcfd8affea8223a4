import { Alert } from "@/ui/alert.tsx";
import { useAddressedRow } from "./addressed-row.ts";

/** Says so where the row that the address names is not on the page. `keys` are undefined until the rows are known. */
export function AddressedRowGone({ keys }: { keys: readonly string[] | undefined }) {
  const addressed = useAddressedRow();
  if (addressed === null || keys === undefined || keys.includes(addressed)) return null;
  return (
    <Alert tone="info" className="mb-4">
      The row you are looking for is not on this list. It was handled, or it is older than the rows shown.
    </Alert>
  );
}
