import { STATISTICS_WINDOWS, type StatisticsWindow } from "@countinghouse/validators/bank-statistics/rules";
import { createParser, oneOfParam, useParams } from "@/lib/search-params.ts";
import { readUserId } from "@/lib/user-id.ts";
import { type NumberId, numberKey, readNumberKey } from "./number-ids.ts";

const userGraphParams = {
  id: createParser({ parse: readUserId, serialize: String }),
  /** The report looked at; the newest when the address names none. A report's number has the shape of a user's. */
  snapshot: createParser({ parse: readUserId, serialize: String }),
  /** The window that tabs stand at. */
  days: oneOfParam(STATISTICS_WINDOWS).withDefault(30),
  /** The number that lies open over the page. */
  number: createParser({
    parse: readNumberKey,
    serialize: numberKey,
    isEqual: (one: NumberId, other: NumberId) => numberKey(one) === numberKey(other),
  }),
  /** Whether the misc income lies over the page. */
  misc: createParser<boolean>({
    parse: (text) => (text === "1" ? true : null),
    serialize: () => "1",
  }).withDefault(false),
};

export type UserGraphView = {
  userId: number | null;
  snapshotId: number | null;
  days: StatisticsWindow;
  number: NumberId | null;
  isMiscOpen: boolean;
  showSnapshot: (id: number | null) => void;
  showDays: (days: StatisticsWindow) => void;
  openNumber: (id: NumberId) => void;
  closeNumber: () => void;
  openMisc: () => void;
  closeMisc: () => void;
};

/** What is looked at on the page, kept in its address. */
export function useUserGraphView(): UserGraphView {
  const [{ id, snapshot, days, number, misc }, setParams] = useParams(userGraphParams);
  return {
    userId: id,
    snapshotId: snapshot,
    days,
    number,
    isMiscOpen: misc,
    showSnapshot: (next) => setParams({ snapshot: next }, { history: "push" }),
    showDays: (next) => setParams({ days: next }),
    openNumber: (next) => setParams({ number: next }, { history: "push" }),
    closeNumber: () => setParams({ number: null }),
    openMisc: () => setParams({ misc: true }, { history: "push" }),
    closeMisc: () => setParams({ misc: null }),
  };
}
