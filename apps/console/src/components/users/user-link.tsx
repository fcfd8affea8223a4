import { paths } from "@/paths.ts";
import { CopyButton } from "@/ui/copy-button.tsx";

/** A link to the user of a row. It opens a new tab, so that the list stays open. */
export const UserLink = ({ id }: { id: number }) => (
  <span className="flex items-center gap-1">
    <a
      href={paths.userDetail({ id })}
      target="_blank"
      rel="noreferrer"
      data-row-link=""
      className="id-text rounded-sm text-link underline-offset-4 hover:underline"
    >
      {id}
    </a>
    <CopyButton value={String(id)} label={`user id ${id}`} />
  </span>
);
