import type { Database } from "@countinghouse/db";
import { KIND_LABELS, kindFields } from "@countinghouse/validators/import/kinds";
import { DomainError } from "../errors.ts";
import { writeAsJob } from "../job-writes.ts";
import type { ImportContext } from "./import-users.ts";
import type { HeaderChoice, KeptColumn } from "./reading/layout.ts";
import type { FoundTable } from "./reading/open-table.ts";

/** Returns what was said of the columns of a source's files before, the latest last. */
export async function readProfile(db: Pick<Database, "read">, source: string): Promise<KeptColumn[]> {
  const profile = await db.read.importProfile.findUnique({ where: { source } });
  const former = Object.entries((profile?.mapping ?? {}) as Record<string, string | null>);
  return [
    ...former.map(([header, field]) => ({ kind: null, header, occurrence: 1, field })),
    ...((profile?.columns ?? []) as unknown as KeptColumn[]),
  ];
}

/** Returns what was said of the columns of these tables. */
export const keptColumns = (found: readonly FoundTable[]): KeptColumn[] =>
  found.flatMap(({ kind, layout: { headings } }) => {
    const counts = new Map<string, number>();
    return headings.flatMap(({ header: cell, field, how }) => {
      const header = cell.trim();
      const occurrence = (counts.get(header) ?? 0) + 1;
      counts.set(header, occurrence);
      return kind !== null && how === "given" ? [{ kind, header, occurrence, field }] : [];
    });
  });

/** Stores what was said of the columns, for the next file of the source. */
export async function saveProfile(
  context: ImportContext,
  before: readonly KeptColumn[],
  said: readonly KeptColumn[],
): Promise<void> {
  if (said.length === 0) return;
  const keyOf = ({ kind, header, occurrence }: KeptColumn) => JSON.stringify([kind, header, occurrence]);
  const byKey = new Map([...before, ...said].map((column) => [keyOf(column), column]));
  const columns = [...byKey.values()].filter(({ kind }) => kind !== null).map((column) => ({ ...column }));
  await writeAsJob(context, "import", async ({ tx, now }) => {
    const { source } = context.run;
    const kept = { columns, updatedAt: now };
    await tx.importProfile.upsert({
      where: { source },
      create: { source, mapping: {}, ...kept },
      update: kept,
    });
    return { result: undefined, audit: null };
  });
}

/**
 * Checks what is said of columns by their headers. Throws INVALID for a header that no table has, that stands twice in one, or whose field
 * no table with it has.
 */
export function assertColumnsExist(found: readonly FoundTable[], mapping: readonly HeaderChoice[]): void {
  for (const [name, field] of mapping) {
    const header = name.trim();
    const tables = found.filter(({ kind, layout }) => kind !== null && countOf(layout.headings, header) > 0);
    const [first] = tables;
    if (!first) throw new DomainError("INVALID", `No table has a column ${header}.`);
    const twice = tables.find(({ layout }) => countOf(layout.headings, header) > 1);
    if (twice)
      throw new DomainError(
        "INVALID",
        `${twice.place} has the column ${header} twice. Say which by its number, such as --map "${twice.place}#${twice.layout.headings.findIndex((heading) => heading.header.trim() === header) + 1}=${field ?? ""}".`,
      );
    if (field !== null && !tables.some(({ kind }) => kind !== null && kindFields(kind).has(field)))
      throw new DomainError(
        "INVALID",
        `${header}: ${first.place} is read as ${KIND_LABELS[first.kind ?? "users"]}, which have no field ${field}. Say what the table is by --sheet "${first.place}=KIND".`,
      );
  }
}

const countOf = (headings: readonly { header: string }[], header: string): number =>
  headings.filter((heading) => heading.header.trim() === header).length;
