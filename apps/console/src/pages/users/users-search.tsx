import { typedText } from "@countinghouse/validators/invisible";
import { LockIcon } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ClearText, SearchInput } from "@/layout/search-input.tsx";
import { useShortcut } from "@/lib/shortcuts.ts";
import { Button } from "@/ui/button.tsx";

type UsersSearchProps = {
  query: string;
  isQueryHidden: boolean;
  onSearch: (query: string) => void;
  /** Runs on Enter when the list already shows this search. */
  onEnterAgain: () => void;
};

/** Searches on Enter or with the button, and marks a search that is not in the link. */
export function UsersSearch({ query, isQueryHidden, onSearch, onEnterAgain }: UsersSearchProps) {
  const [text, setText] = useState(query);
  const [shownQuery, setShownQuery] = useState(query);
  if (shownQuery !== query) {
    setShownQuery(query);
    setText(query);
  }
  const input = useRef<HTMLInputElement>(null);
  // Admins open the list to find a customer.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useShortcut({ keys: "/", label: "Search customers", group: "This page" }, () => input.current?.select());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = typedText(text);
    if (typed === query) onEnterAgain();
    else onSearch(typed);
  };
  const clear = () => {
    setText("");
    if (query !== "") onSearch("");
    input.current?.focus();
  };

  return (
    <search className="max-w-full">
      <form onSubmit={submit} className="flex items-center gap-2">
        <SearchInput
          ref={input}
          boxClassName="w-96 min-w-0"
          aria-label="Search users"
          aria-describedby={isQueryHidden ? "search-hidden" : undefined}
          placeholder="Id, name, e-mail, phone, company, address, SSN…"
          value={text}
          onChange={(event) => setText(event.target.value)}
          // Escape leaves the box, so that the shortcuts of the page work.
          onKeyDown={({ key, currentTarget }) => key === "Escape" && currentTarget.blur()}
          className="pr-14"
        >
          {isQueryHidden && (
            <span id="search-hidden" title="This search is not in the link">
              <LockIcon aria-hidden className="size-3.5" />
              <span className="sr-only">This search is not in the link</span>
            </span>
          )}
          {text !== "" && <ClearText onClick={clear} />}
        </SearchInput>
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
