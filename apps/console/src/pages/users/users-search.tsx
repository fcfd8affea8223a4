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
  // Whoever opens the list comes to look somebody up.
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
          // The keys of the page are for who has left the box.
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
