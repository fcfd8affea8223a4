import { BUSINESS_SEARCH_DELAY_MS } from "@countinghouse/validators/business-rules";
import { SearchIcon, XIcon } from "lucide-react";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useShortcut } from "@/lib/shortcuts.ts";
import { Input } from "@/ui/input.tsx";

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
    <form onSubmit={submit} className="relative w-72 max-w-full">
      <SearchIcon
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 stroke-[1.75] text-muted-foreground"
      />
      <Input
        ref={input}
        enterKeyHint="search"
        aria-label="Search businesses"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder="User id, name, e-mail, phone…"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pr-8 pl-8"
      />
      {text !== "" && (
        <button
          type="button"
          aria-label="Clear text"
          onClick={clear}
          className="absolute inset-y-0 right-1 my-auto grid size-6 place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground"
        >
          <XIcon aria-hidden className="size-3.5" />
        </button>
      )}
    </form>
  );
}
