export const SEVERITIES = ["critical", "high", "moderate", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Days in which a library is mended that has a known weakness, from its publication on: what SECURITY.md promises. */
export const DAYS_TO_MEND: Readonly<Record<Severity, number>> = {
  critical: 3,
  high: 14,
  moderate: 30,
  low: 90,
};

/** Days in which a newer release is taken where no weakness is known, from the first one on. */
export const DAYS_TO_UPDATE = 180;

/** Kept back for a reason, which docs/dependencies.md and CONTRIBUTING.md have. */
const KEPT_BACK: readonly string[] = ["@playwright/test", "@sparticuz/chromium"];

const DAY_MS = 86_400_000;

/** What `pnpm audit --json` says, as far as it is read. */
export interface Audit {
  advisories: Record<string, { module_name: string; severity: string; title: string; created?: string }>;
}

/** What `pnpm outdated --json` says of a package, as far as it is read. */
export interface Outdated {
  current?: string;
  latest: string;
  isDeprecated?: boolean;
}

/** When each release of a package was published (`pnpm view NAME time --json`). */
export type Times = Record<string, string>;

export interface Weakness {
  name: string;
  severity: Severity;
  title: string;
  /** Null where nobody says: then it counts as old. */
  publishedAt: Date | null;
}

/** The weaknesses of an audit. What is of no severity that we know counts as the worst. */
export const findWeaknesses = ({ advisories }: Audit): Weakness[] =>
  Object.values(advisories).map(({ module_name: name, severity, title, created }) => ({
    name,
    severity: SEVERITIES.find((each) => each === severity) ?? "critical",
    title,
    publishedAt: created === undefined ? null : new Date(created),
  }));

/** A line for each weakness, and whether its days are over. */
export const tellWeakness = ({ name, severity, title, publishedAt }: Weakness, now: Date) => {
  const days = publishedAt === null ? null : daysSince(publishedAt, now);
  const isBeyond = days === null || days > DAYS_TO_MEND[severity];
  const since = days === null ? "nobody says since when" : `known for ${days} days`;
  return {
    line: `${name}: ${severity}, ${since}, mended within ${DAYS_TO_MEND[severity]}: ${title}`,
    isBeyond,
  };
};

/** A line for a package that there is a newer release of, and whether that one should have been taken. */
export function tellOutdated(
  name: string,
  { current, latest, isDeprecated }: Outdated,
  times: Times,
  now: Date,
): { line: string; isBeyond: boolean } {
  if (isDeprecated) return { line: `${name} ${current ?? ""}: its makers have given it up`, isBeyond: true };
  const newer = Object.entries(times).filter(
    ([version]) => current !== undefined && isNewer(version, current),
  );
  const first = newer.map(([, at]) => new Date(at)).sort((one, other) => one.getTime() - other.getTime())[0];
  const days = first === undefined ? 0 : daysSince(first, now);
  const isBeyond = days > DAYS_TO_UPDATE && !KEPT_BACK.includes(name);
  return { line: `${name} ${current ?? ""}: ${latest} is there, a newer one for ${days} days`, isBeyond };
}

const daysSince = (moment: Date, now: Date): number =>
  Math.floor((now.getTime() - moment.getTime()) / DAY_MS);

/** Whether a release is a whole one and newer than another. */
function isNewer(version: string, than: string): boolean {
  const numbers = (text: string) => /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number) ?? null;
  const [one, other] = [numbers(version), numbers(than)];
  if (one === null || other === null) return false;
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}
