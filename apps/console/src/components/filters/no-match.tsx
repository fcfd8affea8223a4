import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";

type NoMatchProps = { title: string; onClear: () => void };

/** Says that no row matches the filters, and clears them. */
export const NoMatch = ({ title, onClear }: NoMatchProps) => (
  <EmptyState title={title} action={<Button onClick={onClear}>Clear filters</Button>} />
);
