import type { BusinessRow } from "./use-businesses.ts";
import type { Waiting } from "./use-reload.ts";
import type { Selection } from "./use-selection.ts";

/** What the rows of the list can do, and must know beyond themselves. */
export type BusinessActions = {
  selection: Selection;
  /** What rows wait for until the list is read again. */
  waiting: ReadonlyMap<number, Waiting>;
  /** Why this admin may not register, file or download, or null. */
  disabledReasons: { register: string | null; file: string | null; download: string | null };
  retryRegistration: (userId: number) => void;
  askToFile: (rows: readonly BusinessRow[]) => void;
  askToFileAgain: (row: BusinessRow) => void;
  showUnmatched: (row: BusinessRow) => void;
  showOwn: (row: BusinessRow) => void;
  downloadLiens: (userIds: readonly number[]) => void;
  /** Whose documents are on their way. */
  downloading: readonly number[];
};
