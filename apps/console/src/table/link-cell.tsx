import type { ReactNode } from "react";
import { Link } from "wouter";
import { EmptyCell } from "./empty-cell.tsx";

/** Marks the link that stands for its row. */
export const ROW_LINK = "data-row-link";

type IdLinkProps = { id: number | null; to: (params: { id: number }) => string };

/** An id that leads to what it names, beside the link of the row. */
export const IdLink = ({ id, to }: IdLinkProps) =>
  id === null ? (
    <EmptyCell />
  ) : (
    <Link href={to({ id })} className="id-text relative z-1 text-link hover:underline">
      {id}
    </Link>
  );

type LinkCellProps = { href: string; children: ReactNode };

/** The link of a row, which any cell of it follows (`useRowLinks`); in focus it frames the row. */
export const LinkCell = ({ href, children }: LinkCellProps) => (
  <Link
    href={href}
    {...{ [ROW_LINK]: "" }}
    className="id-text text-link after:pointer-events-none after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
  >
    {children}
  </Link>
);
