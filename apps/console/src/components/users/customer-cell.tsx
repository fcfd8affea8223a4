import { Link } from "wouter";
import { paths } from "@/paths.ts";
import { EmptyCell } from "@/table/cells.tsx";

type CustomerCellProps = {
  id: number | null;
  name: string | null;
  to?: (params: { id: number }) => string;
};

/** Shows the name of a customer over the id, as a link to the customer's page. */
export const CustomerCell = ({ id, name, to = paths.userDetail }: CustomerCellProps) =>
  id === null ? (
    <EmptyCell />
  ) : (
    <Link
      href={to({ id })}
      title={`${name ?? ""} #${id}`.trim()}
      className="relative z-control flex w-fit max-w-full flex-col-reverse rounded-sm leading-4 text-link underline-offset-4 hover:underline"
    >
      <span className="id-text text-muted-foreground">{id}</span> <span className="truncate">{name}</span>
    </Link>
  );
