import { hasLienPdf, needsLien, whyNotFileLien } from "@countinghouse/validators/businesses/rules";
import { BUSINESS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { CustomersOfRows } from "@/components/customer-lists/customers-of-rows.tsx";
import { Button } from "@/ui/button.tsx";
import type { BusinessActions } from "./business-actions.ts";

type SelectionActionsProps = {
  actions: BusinessActions;
  onRegister: () => void;
  /** Fetches the code of the form ahead. */
  isDownloading: boolean;
};

/** What can be done: with what is selected, or else a new registration (specification 2, section 4). */
export function SelectionActions({ actions, onRegister, isDownloading }: SelectionActionsProps) {
  const { selection, disabledReasons, askToFile, downloadLiens } = actions;
  const { selected, elsewhere, whyTooMany, wasDropped } = selection;
  const lacking = selected.filter(needsLien);
  const able = lacking.filter((row) => whyNotFileLien(row) === null);
  const withPdf = selected.filter(hasLienPdf);
  const [first] = lacking;
  const whyNotFile = able.length === 0 && first ? whyNotFileLien(first) : null;

  return (
    <>
      <output className="mr-1 text-sm">
        {wasDropped && <span className="sr-only">The selection was cleared: this is another list.</span>}
        {selected.length > 0 && (
          <>
            <span className="num font-semibold">{selected.length.toLocaleString("en-US")} selected</span>
            {elsewhere > 0 && (
              <span className="text-muted-foreground">
                {" "}
                · {elsewhere.toLocaleString("en-US")} on other pages
              </span>
            )}
          </>
        )}
      </output>
      {selected.length === 0 ? (
        <Button variant="primary" disabledReason={disabledReasons.register} onClick={onRegister}>
          {TEXT.registerLabel}
        </Button>
      ) : (
        <Button variant="ghost" onClick={selection.clear}>
          Clear selection
        </Button>
      )}
      <CustomersOfRows title={TEXT.title} userIds={selected.map(({ userId }) => userId)} />
      {withPdf.length > 0 && (
        <Button
          pending={isDownloading}
          disabledReason={disabledReasons.download ?? whyTooMany}
          onClick={() => downloadLiens(withPdf.map(({ userId }) => userId))}
        >
          {TEXT.downloadLabel} ({withPdf.length.toLocaleString("en-US")})
        </Button>
      )}
      {lacking.length > 0 && (
        <Button
          variant="primary"
          disabledReason={disabledReasons.file ?? whyTooMany ?? whyNotFile}
          onClick={() => askToFile(selected)}
        >
          {TEXT.fileLabel} ({able.length.toLocaleString("en-US")})
        </Button>
      )}
    </>
  );
}
