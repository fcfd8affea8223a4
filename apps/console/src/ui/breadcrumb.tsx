import type * as React from "react";
import { cn } from "@/lib/cn.ts";

export const Breadcrumb = ({ children }: { children: React.ReactNode }) => (
  <nav data-slot="breadcrumb" aria-label="Breadcrumb" className="min-w-0">
    <ol className="flex min-w-0 items-center gap-1.5 text-sm whitespace-nowrap">{children}</ol>
  </nav>
);

export const BreadcrumbItem = ({ className, ...props }: React.ComponentProps<"li">) => (
  <li
    data-slot="breadcrumb-item"
    className={cn(
      "flex min-w-0 items-center gap-1.5 text-muted-foreground first:not-last:shrink-0 not-first:before:text-border-strong not-first:before:content-['/']",
      className,
    )}
    {...props}
  />
);

export const BreadcrumbPage = ({ className, ...props }: React.ComponentProps<"span">) => (
  <span
    data-slot="breadcrumb-page"
    aria-current="page"
    className={cn("truncate font-medium text-foreground", className)}
    {...props}
  />
);
