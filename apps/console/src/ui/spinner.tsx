import { LoaderCircleIcon } from "lucide-react";
import { cn } from "@/lib/cn.ts";

export const Spinner = ({ className = "size-4" }: { className?: string }) => (
  <LoaderCircleIcon data-slot="spinner" aria-hidden className={cn("animate-spin", className)} />
);
