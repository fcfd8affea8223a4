/** A value that is not there. */
export const EmptyCell = () => (
  <span className="text-muted-foreground">
    <span aria-hidden>—</span>
    <span className="sr-only">none</span>
  </span>
);
