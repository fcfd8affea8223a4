import { SearchIcon, XIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { Input } from "@/ui/input.tsx";

type SearchInputProps = Omit<ComponentProps<typeof Input>, "type"> & {
  /** Of the box around it, its width above all. */
  boxClassName: string;
  /** What stands at its end. */
  children?: ReactNode;
};

/** A field that searches: a magnifier in front, and what belongs at its end. */
export const SearchInput = ({ boxClassName, children, className, ...input }: SearchInputProps) => (
  <div className={cn("relative max-w-full", boxClassName)}>
    <SearchIcon
      aria-hidden
      className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 stroke-[1.75] text-muted-foreground"
    />
    <Input
      enterKeyHint="search"
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      className={cn("pl-8", className)}
      {...input}
    />
    {children && (
      <div className="absolute inset-y-0 right-1.5 flex items-center gap-1 text-muted-foreground">
        {children}
      </div>
    )}
  </div>
);

/** Empties the field. */
export const ClearText = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    aria-label="Clear text"
    onClick={onClick}
    className="grid size-6 place-items-center rounded-sm hover:bg-accent hover:text-foreground"
  >
    <XIcon aria-hidden className="size-3.5" />
  </button>
);
