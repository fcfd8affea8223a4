import type { BadgeTone } from "@/ui/badge.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { EmptyCell } from "./empty-cell.tsx";

type StatusCellProps = { status: string | null | undefined; toneOf: (status: string) => BadgeTone };

export const StatusCell = ({ status, toneOf }: StatusCellProps) =>
  status ? <StatusBadge tone={toneOf(status)}>{status}</StatusBadge> : <EmptyCell />;
