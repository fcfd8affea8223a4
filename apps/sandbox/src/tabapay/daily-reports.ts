import { stringify } from "csv-stringify/sync";
import type { Clock } from "../clock.ts";
import { type Day, dayAt, dayStart, isoDay } from "../days.ts";
import type { FileTree } from "../sftp/file-tree.ts";
import { TABAPAY_PROGRAMME, TABAPAY_REPORTS_FOLDER } from "./access.ts";
import type { TabapaySettings } from "./control.ts";

const KEY_COLUMN = "Merchant Reference ID";

/** One of the files that are made every day. */
export interface DailyReport {
  /** What the name of the file says of it. */
  kind: string;
  columns: readonly string[];
  /** Of the day that has ended, or of the one that begins. */
  isOfFinishedDay: boolean;
  listRows(day: Day): Record<string, string>[];
}

export interface DailyReports {
  /** Writes the reports from now on as each day begins. */
  start(): void;
  /** Writes again what the reports of that moment's day say, when it is over. */
  catchUp(at: Date): void;
}

/** The daily reports, put into the folder for reports: a header only when there is nothing to tell. */
export function createDailyReports(
  clock: Clock,
  files: FileTree,
  settings: TabapaySettings,
  reports: readonly DailyReport[],
): DailyReports {
  const write = (report: DailyReport, day: Day) => {
    const { iso, mid } = TABAPAY_PROGRAMME;
    const programme = settings.otherNames ? "" : `${iso}_${mid}_`;
    const name = `${programme}${isoDay(day).replaceAll("-", "")}_${report.kind}.csv`;
    const rows = asToldBy(settings, report.listRows(day));
    const columnTitle = (column: string) => (settings.otherNames ? column.replace("-", " ") : column);
    const columns = report.columns.map((key) => ({ key, header: columnTitle(key) }));
    const text = stringify(rows, { header: true, columns });
    files.write(`${TABAPAY_REPORTS_FOLDER}/${name}`, Buffer.from(text));
  };

  const writeAsBegins = (day: Day) => {
    for (const report of reports) write(report, report.isOfFinishedDay ? day - 1 : day);
  };

  const writeFrom = (day: Day) => {
    let next = day;
    for (; next <= dayAt(clock.now()); next += 1) {
      const begun = next;
      const late = settings.reportDaysLate;
      if (late === 0) writeAsBegins(begun);
      else clock.whenReached(dayStart(begun + late), () => writeAsBegins(begun));
    }
    clock.whenReached(dayStart(next), () => writeFrom(next));
  };

  return {
    start: () => writeFrom(dayAt(clock.now()) + 1),
    catchUp: (at) => {
      const day = dayAt(at);
      if (day >= dayAt(clock.now())) return;
      for (const report of reports) if (report.isOfFinishedDay) write(report, day);
    },
  };
}

function asToldBy(
  { keysLeftOut, rowsTwice, rowsShuffled }: TabapaySettings,
  rows: Record<string, string>[],
): Record<string, string>[] {
  const reported = rows.map((row) => (keysLeftOut ? { ...row, [KEY_COLUMN]: "" } : row));
  const all = rowsTwice ? [...reported, ...reported] : reported;
  return rowsShuffled ? all.toReversed() : all;
}
