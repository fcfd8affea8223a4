import { createContext, useContext } from "react";
import type { Row } from "./use-failures.ts";

type GroupContext = {
  heading: string;
  /** The failures of the group that are selected; null where they are retried and deleted together only. */
  selected: ReadonlySet<string> | null;
  /** What is being written again. */
  busy: ReadonlySet<string>;
  /** The rows of the page in sight. */
  shown: readonly Row[];
  /** Why nothing may be selected. */
  disabledReason: string | null;
  select: (ids: readonly string[], isOn: boolean) => void;
};

/** What the cells of a group's rows need beyond their row. */
export const FailuresContext = createContext<GroupContext>({
  heading: "",
  selected: null,
  busy: new Set(),
  shown: [],
  disabledReason: null,
  select: () => {},
});

export const useFailuresContext = () => useContext(FailuresContext);
