import { Command } from "cmdk";
import type { ReactNode } from "react";

type PaletteItemProps = {
  value: string;
  onSelect: () => void;
  disabled?: boolean;
  hint?: string | null | undefined;
  children: ReactNode;
};

export const PaletteItem = ({ hint, children, ...item }: PaletteItemProps) => (
  <Command.Item
    className="flex min-h-8 cursor-default items-center gap-3 rounded-md px-2.5 py-1 text-sm data-[disabled=true]:text-muted-foreground data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground"
    {...item}
  >
    {children}
    {hint && <span className="ml-auto truncate text-xs text-muted-foreground">{hint}</span>}
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
