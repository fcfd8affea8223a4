import type * as React from "react";
import { cn } from "@/lib/cn.ts";

export const Table = ({ className, ...props }: React.ComponentProps<"table">) => (
  <table
    data-slot="table"
    className={cn("w-full border-separate border-spacing-0 text-sm", className)}
    {...props}
  />
);

export const TableHeader = (props: React.ComponentProps<"thead">) => (
  <thead data-slot="table-header" {...props} />
);

export const TableBody = (props: React.ComponentProps<"tbody">) => (
  <tbody data-slot="table-body" {...props} />
);

export const TableRow = ({ className, ...props }: React.ComponentProps<"tr">) => (
  <tr
    data-slot="table-row"
    className={cn(
      "group/row h-(--row-h) bg-card hover:bg-row-hover has-data-row-link:cursor-pointer",
      className,
    )}
    {...props}
  />
);

export const TableHead = ({ className, ...props }: React.ComponentProps<"th">) => (
  <th
    data-slot="table-head"
    scope="col"
    className={cn(
      "sticky top-(--table-top,0px) z-head h-8 border-b bg-card px-(--row-px) text-left text-xs font-medium whitespace-nowrap text-muted-foreground first:rounded-tl-lg last:rounded-tr-lg",
      className,
    )}
    {...props}
  />
);

export const TableCell = ({ className, ...props }: React.ComponentProps<"td">) => (
  <td
    data-slot="table-cell"
    className={cn("max-w-80 truncate border-b px-(--row-px) whitespace-nowrap", className)}
    {...props}
  />
);
