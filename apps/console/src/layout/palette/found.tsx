import type { RouterOutputs } from "@countinghouse/api";
import { Command } from "cmdk";
import { FileTextIcon, LayersIcon, type LucideIcon, ReceiptTextIcon, UserIcon } from "lucide-react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useDebounced } from "@/lib/timers.ts";
import { readTypedUserId } from "@/lib/user-id.ts";
import { jobPath, paths } from "@/paths.ts";
import { Group, PaletteItem } from "./palette-item.tsx";

const SHORTEST_SEARCH = 2;

type Hit = RouterOutputs["users"]["find"][number];

const ICONS: Readonly<Record<Hit["kind"], LucideIcon>> = {
  user: UserIcon,
  application: FileTextIcon,
  payment: ReceiptTextIcon,
  batch: LayersIcon,
};

type FoundProps = { text: string; onOpen: (path: string) => void };

/**
 * What the text may name, with why: digits go straight to the customer of that id; two characters and more ask the server. The
 * text may name a person: it stands in no address.
 */
export function Found({ text, onOpen }: FoundProps) {
  const query = useDebounced(text, 250);
  const search = trpc.users.find.useQuery(
    { text: query },
    { enabled: query.length >= SHORTEST_SEARCH, trpc: { abortOnUnmount: true } },
  );
  const id = readTypedUserId(text);
  const found = query === text ? (search.data ?? []) : [];
  return (
    <>
      {search.isFetching && query === text && (
        <Command.Loading className="sr-only">Searching…</Command.Loading>
      )}
      {search.isError && (
        <p role="alert" className="px-2.5 py-1.5 text-sm text-danger-fg">
          {errorDetails(search.error).message}
        </p>
      )}
      <Group heading="Found">
        {[
          ...(id === null ? [] : [<JumpToId key="jump" id={id} onOpen={onOpen} />]),
          ...found
            .filter(({ kind, key }) => kind !== "user" || key !== String(id))
            .map((hit) => (
              <PaletteItem
                key={`${hit.kind} ${hit.key}`}
                value={`found ${hit.kind} ${hit.key}`}
                icon={ICONS[hit.kind]}
                hint={hit.reason}
                onSelect={() => onOpen(hitPath(hit))}
              >
                <span className="id-text shrink-0 text-muted-foreground">{shortKey(hit)}</span>
                <span className="truncate">{hit.name ?? "Batch"}</span>
              </PaletteItem>
            )),
        ]}
      </Group>
    </>
  );
}

/** As much of a key as people compare. */
const shortKey = ({ kind, key }: Hit): string =>
  kind === "payment" || kind === "batch" ? `${key.slice(0, 13)}…` : key;

function hitPath({ kind, key, userId, batch }: Hit): string {
  if (kind === "application") return paths.applicationDetail({ id: Number(key) });
  if (kind === "payment") return paths.paymentProcessor({ payment: key });
  if (kind === "batch" && batch !== null)
    return jobPath({
      kind: batch.kind,
      version: batch.version === 1 ? 1 : 2,
      id: key,
      requestedAt: batch.requestedAt,
    });
  return paths.userDetail({ id: userId ?? Number(key) });
}

const JumpToId = ({ id, onOpen }: { id: number; onOpen: (path: string) => void }) => (
  <PaletteItem value={`jump ${id}`} icon={UserIcon} onSelect={() => onOpen(paths.userDetail({ id }))}>
    Open customer <span className="id-text">{id}</span>
  </PaletteItem>
);
