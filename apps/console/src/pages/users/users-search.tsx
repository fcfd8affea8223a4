import { LockIcon, SearchIcon, XIcon } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useShortcut } from "@/lib/shortcuts.ts";
import { Button } from "@/ui/button.tsx";
import { Input } from "@/ui/input.tsx";

type UsersSearchProps = {
  query: string;
  isQueryHidden: boolean;
  onSearch: (query: string) => void;
  /** Enter on a search that is already shown. */
  onEnterAgain: () => void;
};

/** Searches on Enter or the button. A text that may name a person says that it is not in the link. */
export function UsersSearch({ query, isQueryHidden, onSearch, onEnterAgain }: UsersSearchProps) {
  const [text, setText] = useState(query);
  const [shownQuery, setShownQuery] = useState(query);
  if (shownQuery !== query) {
    setShownQuery(query);
    setText(query);
  }
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: "/", label: "Search customers", group: "This page" }, () => input.current?.select());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === query) onEnterAgain();
    else onSearch(text.trim());
  };
  const clear = () => {
    setText("");
    if (query !== "") onSearch("");
    input.current?.focus();
  };

  return (
    <search>
      <form onSubmit={submit} className="flex items-center gap-2">
        <div className="relative w-96 max-w-full">
          <SearchIcon
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 stroke-[1.75] text-muted-foreground"
          />
          <Input
            ref={input}
            type="text"
            enterKeyHint="search"
            aria-label="Search users"
            aria-describedby={isQueryHidden ? "search-hidden" : undefined}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            placeholder="Id, name, e-mail, phone, company…"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="pr-14 pl-8"
          />
          <div className="absolute inset-y-0 right-1.5 flex items-center gap-1 text-muted-foreground">
            {isQueryHidden && (
              <span id="search-hidden" title="This search is not in the link">
                <LockIcon aria-hidden className="size-3.5" />
                <span className="sr-only">This search is not in the link</span>
              </span>
            )}
            {text !== "" && (
              <button
                type="button"
                aria-label="Clear text"
                onClick={clear}
                className="grid size-6 place-items-center rounded-sm hover:bg-accent hover:text-foreground"
              >
                <XIcon aria-hidden className="size-3.5" />
              </button>
            )}
          </div>
        </div>
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
