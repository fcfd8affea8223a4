import { useSearch } from "wouter";
import { Alert } from "@/ui/alert.tsx";

/** The key of the row that the address names (`?row=KEY`), as a link to one row of a list does. */
export const useAddressedRow = (): string | null => new URLSearchParams(useSearch()).get("row");

/** Says so where the row that the address names is not on the page. `keys` are undefined until the rows are known. */
export function AddressedRowGone({ keys }: { keys: readonly string[] | undefined }) {
  const addressed = useAddressedRow();
  if (addressed === null || keys === undefined || keys.includes(addressed)) return null;
  return (
    <Alert tone="info" className="mb-4">
      The row that you came for is not on this list: it was handled, or it is older than the rows shown.
    </Alert>
  );
}
