/** Two pixels at the top edge: what is shown is being fetched again. */
export const ProgressLine = () => (
  <output
    data-slot="progress-line"
    aria-label="Refreshing"
    className="absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden rounded-t-lg"
  >
    <div className="h-full w-full animate-progress-line bg-primary" />
  </output>
);
