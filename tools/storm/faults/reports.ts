import type { Services } from "../../../packages/api/src/services.ts";
import type { Random } from "../../../packages/db/src/seed/random.ts";
import type { SandboxControl } from "../../stack/sandbox-control.ts";

/** Of so many sales one is charged back; half of those are given back, of which half are told in the wrong order. */
const CHARGED_BACK_OF = 6;

const MOST_DAYS_LATE = 2;

/** From now on reports may come late, tell each thing twice and in the wrong order, and leave our keys out. */
export const spoilReports = (sandbox: SandboxControl, random: Random): Promise<void> =>
  sandbox.tellReports({
    keysLeftOut: random.chance(0.5),
    rowsTwice: random.chance(0.5),
    rowsShuffled: random.chance(0.5),
    reportDaysLate: random.int(0, MOST_DAYS_LATE),
  });

/** From now on reports tell everything up to today, once and in order. */
export const calmReports = (sandbox: SandboxControl): Promise<void> =>
  sandbox.tellReports({ keysLeftOut: false, rowsTwice: false, rowsShuffled: false, reportDaysLate: 0 });

/** Has the card network take back some of what was sold; returns the keys of what stays taken back. */
export async function chargeBackSome(
  { db }: Pick<Services, "db">,
  sandbox: SandboxControl,
  random: Random,
): Promise<Set<string>> {
  const sales = await db.read.paymentIntent.findMany({
    where: { kind: "SALE", state: "SUCCEEDED", scheduleId: null, children: { none: {} } },
    orderBy: { createdAt: "asc" },
    select: { attempts: { select: { providerKey: true } } },
  });
  const taken = new Set<string>();
  const keys = sales.flatMap(({ attempts }) => attempts.map(({ providerKey }) => providerKey));
  for (const key of keys.filter((_, index) => index % CHARGED_BACK_OF === 0)) {
    const isGivenBack = random.chance(0.5);
    const isToldFirst = isGivenBack && random.chance(0.5);
    if (isToldFirst) await sandbox.tellOfCard(key, "CHARGEBACK REVERSAL");
    await sandbox.tellOfCard(key, "CHARGEBACK");
    if (isGivenBack && !isToldFirst) await sandbox.tellOfCard(key, "CHARGEBACK REVERSAL");
    if (!isGivenBack) taken.add(key);
  }
  return taken;
}
