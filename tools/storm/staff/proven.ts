import type { Services } from "../../../packages/api/src/services.ts";
import type { Capture } from "../../stack/sandbox-control.ts";
import { plantDouble } from "../plant-double.ts";
import { type Circumstances, type Judgement, judge } from "./judge.ts";
import type { Wanted } from "./wanted.ts";

interface Books {
  services: Services;
  wanted: readonly Wanted[];
  captures: () => Promise<Capture[]>;
  circumstances?: Circumstances;
}

const ALL = "";

/**
 * Judges, and then has a double planted that the same judgement has to find (`isDoubleFound`). With `isPlanted` it is
 * planted before: then it is the judgement itself that has to show it.
 */
export async function judgeAndProve(
  { services, wanted, captures, circumstances }: Books,
  isPlanted: boolean,
): Promise<{ judged: Judgement; isDoubleFound: boolean | null }> {
  if (isPlanted) await plantDouble(services, ALL);
  const judged = await judge(services, wanted, await captures(), circumstances);
  if (isPlanted) return { judged, isDoubleFound: null };
  await plantDouble(services, ALL);
  const again = await judge(services, wanted, await captures(), circumstances);
  return { judged, isDoubleFound: again.comparison.doubled === judged.comparison.doubled + 1 };
}
