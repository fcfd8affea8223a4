import { formatBytes } from "@countinghouse/validators/files/rules";
import { useState } from "react";
import { FileName, FileNameForReaders } from "@/components/files/file-buttons.tsx";
import { FilePreview } from "@/components/files/file-preview.tsx";
import { useCopyContractLink } from "@/components/files/use-file-downloads.ts";
import { userName } from "@/components/users/user-name.ts";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { DateCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { cardFields, contractFields } from "./application-fields.ts";
import { ContractLinks } from "./contract-links.tsx";
import { FieldPart, Part } from "./part.tsx";
import type { Application, ContractFile } from "./use-application.ts";

/** Whether and when the contract was signed, the contract itself, and who can open it without signing in. */
export function ContractSection({ query }: { query: SectionQuery<Application> }) {
  const [opened, setOpened] = useState<ContractFile | null>(null);
  return (
    <QuerySection id="contract" title="Contract" query={query} skeletonLines={6}>
      {(application) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
            <FieldPart title="Signature" fields={contractFields(application)} />
            <FieldPart title="Card" fields={cardFields(application)} />
          </div>
          <Contracts contract={application.contract} onOpen={setOpened} />
          <ContractLinks
            contract={application.contract}
            applicationId={application.id}
            customer={userName({ ...application.general, id: application.userId })}
          />
          {opened && <ContractSheet file={opened} onClose={() => setOpened(null)} />}
        </div>
      )}
    </QuerySection>
  );
}

type ContractsProps = { contract: Application["contract"]; onOpen: (file: ContractFile) => void };

/** The contract, and each that was drawn up and signed again, the latest first. */
const Contracts = ({ contract, onOpen }: ContractsProps) => (
  <Part title="Contracts">
    {contract.files.length === 0 ? (
      <p className="text-sm text-muted-foreground">
        {contract.isContractSigned
          ? "The contract is signed, but its file is not here."
          : "There is no contract until the customer has signed one."}
      </p>
    ) : (
      <ul className="grid">
        {contract.files.map((file) => (
          <Contract key={file.id} file={file} onOpen={() => onOpen(file)} />
        ))}
      </ul>
    )}
  </Part>
);

function Contract({ file, onOpen }: { file: ContractFile; onOpen: () => void }) {
  const whyNot = useWhyNot("files.download");
  const { copyLink, pendingId } = useCopyContractLink();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border/60 py-2 last:border-b-0">
      <span className="grid min-w-0">
        <FileName name={file.name} />
        <span className="text-sm text-muted-foreground">
          {file.info} · <DateCell at={file.createdAt} /> <abbr title="New York time">ET</abbr> ·{" "}
          {formatBytes(file.sizeBytes)}
        </span>
      </span>
      <span data-print="hide" className="ml-auto flex flex-wrap gap-2">
        <Button size="small" disabledReason={whyNot} onClick={onOpen}>
          Open contract <FileNameForReaders name={file.name} />
        </Button>
        <Button
          size="small"
          disabledReason={whyNot}
          pending={pendingId === file.id}
          onClick={() => copyLink(file.id)}
        >
          Copy contract link <FileNameForReaders name={file.name} />
        </Button>
      </span>
    </li>
  );
}

type ContractSheetProps = { file: ContractFile; onClose: () => void };

/** A contract over the page, opened by an address that was signed for this moment. */
function ContractSheet({ file, onClose }: ContractSheetProps) {
  const [open, setOpen] = useState(true);
  return (
    <Sheet open={open} onOpenChange={setOpen} onOpenChangeComplete={(isOpen) => !isOpen && onClose()}>
      <SheetContent width="wide">
        <SheetHeader title="Contract" />
        <SheetBody>
          <FilePreview file={file} tall onClose={() => setOpen(false)} />
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}
