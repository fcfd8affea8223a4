import { paths } from "@/paths.ts";
import { CopyButton } from "@/ui/copy-button.tsx";

/** The user of a row, whose page opens in a tab of its own: the list stays as it is. */
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
