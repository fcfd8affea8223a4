import { BUSINESS_SEARCH_DELAY_MS } from "@countinghouse/validators/businesses/rules";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { ClearText, SearchInput } from "@/layout/search-input.tsx";
import { useShortcut } from "@/lib/shortcuts.ts";

type BusinessSearchProps = { query: string; onSearch: (query: string) => void };

/** Searches once nothing more was typed for a second, or at once on Enter (specification 2, section 9). */
export function BusinessSearch({ query, onSearch }: BusinessSearchProps) {
  const [text, setText] = useState(query);
  const [searched, setSearched] = useState(query);
  const [shownQuery, setShownQuery] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  if (shownQuery !== query) {
    setShownQuery(query);
    // What was typed on since this box searched stays; what was searched elsewhere takes its place.
    if (query !== searched) setText(query);
  }
  useShortcut({ keys: "/", label: "Search businesses", group: "This page" }, () => input.current?.select());

  const search = (next: string) => {
    if (next.trim() === query) return;
    setSearched(next.trim());
    onSearch(next.trim());
  };
  const searchTyped = useEffectEvent((typed: string) => search(typed));
  useEffect(() => {
    const timer = setTimeout(() => searchTyped(text), BUSINESS_SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };
  const clear = () => {
    setText("");
    search("");
    input.current?.focus();
  };
  return (
    <form onSubmit={submit}>
      <SearchInput
        ref={input}
        boxClassName="w-72"
        aria-label="Search businesses"
        placeholder="User id, name, e-mail, phone…"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pr-8"
      >
        {text !== "" && <ClearText onClick={clear} />}
      </SearchInput>
    </form>
  );
}
