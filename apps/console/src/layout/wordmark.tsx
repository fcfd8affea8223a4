/** Four strokes and one across: the tally that counting houses were kept with. */
export const Wordmark = () => (
  <span className="flex items-center gap-2.5 font-semibold tracking-[-0.01em] text-foreground">
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-6 shrink-0">
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <path
        d="M10 9v14M14.5 9v14M19 9v14M23.5 9v14"
        className="stroke-primary-foreground"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path d="M6.5 20.5 26 11.5" className="stroke-warning" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
    <span className="@max-[8rem]/sidebar:sr-only">Countinghouse</span>
  </span>
);
