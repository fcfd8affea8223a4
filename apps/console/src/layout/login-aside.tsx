/** Rows of tally marks, as a counting house kept them. */
const TALLIES = [
  [0, 5],
  [62, 5],
  [124, 5],
  [186, 5],
  [248, 3],
] as const;
const STROKES = [0, 12, 24, 36];

const Tallies = () => (
  <svg
    aria-hidden
    viewBox="0 0 300 60"
    className="w-full max-w-lg fill-none stroke-current"
    strokeWidth="4"
    strokeLinecap="round"
  >
    {TALLIES.map(([left, count]) => (
      <g key={left} transform={`translate(${8 + left} 6)`}>
        {STROKES.slice(0, count).map((x) => (
          <path key={x} d={`M${x} 0V46`} />
        ))}
        {count > STROKES.length && <path d="M-5 36L41 10" />}
      </g>
    ))}
  </svg>
);

/** What stands beside the door: whose house it is. */
export default function LoginAside() {
  return (
    <aside
      data-print="hide"
      className="hidden content-between overflow-hidden bg-primary p-12 text-primary-foreground lg:grid dark:bg-primary-soft dark:text-primary-soft-foreground"
    >
      <Tallies />
      <p className="max-w-md text-2xl font-semibold tracking-[-0.01em]">
        Every payment is booked once, and every change shows who made it.
      </p>
    </aside>
  );
}
