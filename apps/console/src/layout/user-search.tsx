import { typedText } from "@countinghouse/validators/invisible";
import { XIcon } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { readTypedUserId } from "@/lib/user-id.ts";
import { Button } from "@/ui/button.tsx";
import { Spinner } from "@/ui/progress.tsx";
import { SearchInput } from "./search-input.tsx";

const SHOWN = 8;

type UserSearchProps = {
  onChoose: (userId: number) => void;
  /** The user that was chosen, and how to be without one. */
  chosen: number | null;
  onClear: () => void;
};

/**
 * Finds the user a page is to show: an id goes there at once, any other text is searched for and the matches are offered.
 * The text may name a person: it stands in no address.
 */
export function UserSearch({ onChoose, chosen, onClear }: UserSearchProps) {
  const [text, setText] = useState("");
  const [query, setQuery] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: "/", label: "Search users", group: "This page" }, () => input.current?.select());

  const choose = (id: number) => {
    setText("");
    setQuery("");
    onChoose(id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = readTypedUserId(text);
    if (id === null) setQuery(typedText(text));
    else choose(id);
  };
  return (
    <search className="relative max-w-full">
      <form onSubmit={submit} className="flex items-center gap-2">
        {chosen !== null && (
          <Button size="small" aria-label={`Show all users instead of user ${chosen}`} onClick={onClear}>
            User {chosen}
            <XIcon aria-hidden />
          </Button>
        )}
        <SearchInput
          ref={input}
          boxClassName="w-80 min-w-0"
          aria-label="Search user"
          placeholder="Id, name, e-mail, phone, company…"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setQuery("");
          }}
          onKeyDown={(event) => event.key === "Escape" && setQuery("")}
        />
        <Button type="submit">Search</Button>
      </form>
      {query !== "" && <Matches query={query} onChoose={choose} />}
    </search>
  );
}

function Matches({ query, onChoose }: { query: string; onChoose: (userId: number) => void }) {
  const titleId = useId();
  const search = trpc.users.list.useQuery({
    query,
    sort: "id",
    direction: "asc",
    cursor: null,
    limit: SHOWN,
  });
  const { users, totalRecords } = search.data ?? { users: [], totalRecords: 0 };
  return (
    <div className="absolute top-full right-0 z-overlay mt-1.5 grid w-96 max-w-[90vw] gap-1 rounded-md border bg-popover p-1.5 text-popover-foreground shadow-popover">
      <output id={titleId} className="flex items-center gap-2 px-2 py-1 text-xs text-muted-foreground">
        {search.isPending && <Spinner />}
        {search.isPending ? "Searching…" : search.isSuccess && countText(totalRecords ?? 0, query)}
      </output>
      {search.isError && (
        <p role="alert" className="flex items-center justify-between gap-2 px-2 py-1 text-sm text-danger-fg">
          {errorDetails(search.error).message}
          <Button size="small" pending={search.isFetching} onClick={() => void search.refetch()}>
            Retry
          </Button>
        </p>
      )}
      {users.length > 0 && (
        <ul aria-labelledby={titleId}>
          {users.map((user) => (
            <li key={user.id}>
              <Button
                variant="ghost"
                className="w-full justify-start"
                aria-label={`User ${user.id}, ${resultName(user)}`}
                onClick={() => onChoose(user.id)}
              >
                <span className="id-text text-muted-foreground">{user.id}</span>
                <span className="truncate">{resultName(user)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function countText(total: number, query: string): string {
  if (total === 0) return `No user matches “${query}”`;
  if (total <= SHOWN) return total === 1 ? "1 user matches" : `${total} users match`;
  return `The first ${SHOWN} of ${total.toLocaleString("en-US")} users that match`;
}

const resultName = ({
  firstname,
  lastname,
  businessName,
}: Record<"firstname" | "lastname" | "businessName", string>) =>
  `${firstname} ${lastname}`.trim() || businessName || "without a name";
