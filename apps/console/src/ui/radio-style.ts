/** The browser's own radio button, in the colours of the theme. */
export const radioClass =
  "size-4 shrink-0 appearance-none rounded-full border border-input bg-card checked:border-[5px] checked:border-primary disabled:cursor-not-allowed disabled:border-border disabled:bg-muted";
