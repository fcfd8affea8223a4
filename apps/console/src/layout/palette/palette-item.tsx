import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { Kbd } from "@/ui/kbd.tsx";

type PaletteItemProps = {
  value: string;
  icon?: LucideIcon | undefined;
  /** The keys that do the same. */
  keys?: string | undefined;
  onSelect: () => void;
  disabled?: boolean;
  hint?: string | null | undefined;
  children: ReactNode;
};

export const PaletteItem = ({ icon: Icon, keys, hint, children, ...item }: PaletteItemProps) => (
  <Command.Item
    className="flex min-h-8 cursor-default items-center gap-3 rounded-md px-2.5 py-1 text-sm data-[disabled=true]:text-muted-foreground data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground"
    {...item}
  >
    {Icon && <Icon aria-hidden className="size-4 shrink-0 stroke-[1.75] text-muted-foreground" />}
    {children}
    {hint && <span className="ml-auto max-w-1/2 truncate text-xs text-muted-foreground">{hint}</span>}
    {keys && (
      <span aria-hidden className={cn("flex shrink-0 gap-1", !hint && "ml-auto")}>
        {keys.split(" ").map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    )}
  </Command.Item>
);

type GroupProps = { heading: string; children: ReactNode[] };

export function Group({ heading, children }: GroupProps) {
  if (children.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted-foreground"
    >
      {children}
    </Command.Group>
  );
}
