import { whyNotSelectable } from "@countinghouse/validators/businesses/rules";
import { Link } from "wouter";
import { paths } from "@/paths.ts";
import { Unselectable, useSelectionKeys } from "@/table/row-selection.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import type { BusinessActions } from "./business-actions.ts";
import type { BusinessRow } from "./use-businesses.ts";

type CellProps = { row: BusinessRow; actions: BusinessActions };

/** The user of a row, with the box that selects it or says why it can not be. */
export const UserCell = ({ row, actions }: CellProps) => (
  <span className="flex items-center gap-3">
    <SelectRow row={row} actions={actions} />
    <Link
      href={paths.userDetail({ id: row.userId })}
      data-row-link=""
      className="id-text rounded-sm text-link underline-offset-4 hover:underline"
    >
      {row.userId}
    </Link>
  </span>
);

const WAITS = {
  registering: "The request is on its way to the verifier.",
  filing: "The lien is on its way to the verifier.",
};

function SelectRow({ row, actions: { selection, waiting } }: CellProps) {
  const waitsFor = waiting.get(row.userId);
  const whyNot = waitsFor === undefined ? whyNotSelectable(row) : WAITS[waitsFor];
  const label = `Select user ${row.userId}`;
  if (whyNot === null)
    return (
      <Checkbox
        aria-label={label}
        checked={selection.isSelected(row.userId)}
        onCheckedChange={(isOn, { event }) =>
          selection.toggle(row, isOn, event instanceof MouseEvent && event.shiftKey)
        }
      />
    );
  return <Unselectable id={row.userId} label={label} whyNot={whyNot} />;
}

/** Selects all rows of the page that can be, or lets go of them. With it come the keys of the list. */
export function SelectAll({ selection }: Pick<BusinessActions, "selection">) {
  const { able, ableSelected } = selection;
  useSelectionKeys(selection.clear);
  const isAll = able.length > 0 && ableSelected === able.length;
  return (
    <span className="flex items-center gap-3">
      <Checkbox
        aria-label="Select all on this page"
        checked={isAll}
        indeterminate={ableSelected > 0 && !isAll}
        disabled={able.length === 0}
        onCheckedChange={() => selection.toggleAll(!isAll)}
      />
      User Id
    </span>
  );
}
