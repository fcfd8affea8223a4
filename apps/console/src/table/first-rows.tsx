type FirstRowsProps = {
  list: { items: readonly unknown[]; total: number } | undefined;
  lead?: string;
};

/** Below the last row of a list that the server limits: the number of shown rows and of all. Empty if all are shown. */
export const FirstRows = ({ list, lead = "The first " }: FirstRowsProps) =>
  list && list.total > list.items.length ? (
    <p className="px-3 py-2 text-sm text-muted-foreground">
      {lead}
      {list.items.length.toLocaleString("en-US")} of {list.total.toLocaleString("en-US")} are shown.
    </p>
  ) : null;
