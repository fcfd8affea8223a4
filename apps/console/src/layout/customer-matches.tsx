import { Command } from "cmdk";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useDebounced } from "@/lib/timers.ts";
import { readUserId } from "@/lib/user-id.ts";
import { Group, PaletteItem } from "./palette-item.tsx";

const SHOWN = 8;
const SHORTEST_SEARCH = 2;

type CustomerMatchesProps = { text: string; onOpen: (id: number) => void };

/** Digits go straight to the customer of that id; two letters and more search the server. */
export function CustomerMatches({ text, onOpen }: CustomerMatchesProps) {
  const query = useDebounced(text, 250);
  const search = trpc.users.list.useQuery(
    { query, sort: "id", direction: "asc", cursor: null, limit: SHOWN },
    { enabled: query.length >= SHORTEST_SEARCH, trpc: { abortOnUnmount: true } },
  );
  const id = readUserId(text);
  const found = query === text ? (search.data?.users ?? []) : [];
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
      <Group heading="Customer">
        {[
          ...(id === null ? [] : [<JumpToId key="jump" id={id} onOpen={onOpen} />]),
          ...found
            .filter((user) => user.id !== id)
            .map((user) => (
              <PaletteItem
                key={user.id}
                value={`customer ${user.id}`}
                hint={user.businessName || user.email}
                onSelect={() => onOpen(user.id)}
              >
                <span className="id-text text-muted-foreground">{user.id}</span>
                {`${user.firstname} ${user.lastname}`.trim() || user.businessName}
              </PaletteItem>
            )),
        ]}
      </Group>
    </>
  );
}

const JumpToId = ({ id, onOpen }: { id: number; onOpen: (id: number) => void }) => (
  <PaletteItem value={`jump ${id}`} onSelect={() => onOpen(id)}>
    Open customer <span className="id-text">{id}</span>
  </PaletteItem>
);
