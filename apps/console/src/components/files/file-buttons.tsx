import { whyNotShareFile } from "@countinghouse/validators/files/rules";
import { useWhyNot } from "@/layout/use-admin.ts";
import { RowMenu } from "@/table/row-menu.tsx";
import { useCopyContractLink, useDownloadFile } from "./use-file-downloads.ts";

type FileButtonsProps = { file: { id: string; name: string; type: string } };

/** What can be had of one file: itself, and the link of a contract. */
export const FileButtons = ({ file }: FileButtonsProps) => (
  <OpenFileButtons file={file} whyNot={useWhyNot("files.download")} />
);

/** The same for rows of a table that asks once whether files may be had. */
export function OpenFileButtons({ file, whyNot }: FileButtonsProps & { whyNot: string | null }) {
  const { download, pendingId } = useDownloadFile();
  const { copyLink, pendingId: copying } = useCopyContractLink();
  return (
    <RowMenu
      of={printable(file.name)}
      actions={[
        {
          label: "Download",
          disabledReason: whyNot,
          pending: pendingId === file.id,
          onClick: () => download(file.id),
        },
        whyNotShareFile(file) === null
          ? {
              label: "Copy link",
              disabledReason: whyNot,
              pending: copying === file.id,
              onClick: () => copyLink(file.id),
            }
          : null,
      ]}
    />
  );
}

export const FileNameForReaders = ({ name }: { name: string }) => (
  <bdi className="sr-only">{printable(name)}</bdi>
);

/** A file's name as its owner gave it, which can change neither the direction nor the lines of what is around it. */
export const FileName = ({ name }: { name: string }) => (
  <bdi title={printable(name)} className="truncate">
    {printable(name)}
  </bdi>
);

/** Control and direction characters are made visible: they are there to mislead. */
const printable = (name: string): string =>
  name.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, "\uFFFD");
