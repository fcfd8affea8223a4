import { Button } from "@/ui/button.tsx";

type FoldButtonProps = {
  /** What is folded away, for those who do not see it. */
  title: string;
  /** The id of what is folded away. */
  controls: string;
  isOpen: boolean;
  onToggle: () => void;
};

/** Folds a table away and back. */
export const FoldButton = ({ title, controls, isOpen, onToggle }: FoldButtonProps) => (
  <Button
    size="small"
    variant="ghost"
    aria-expanded={isOpen}
    aria-controls={isOpen ? controls : undefined}
    onClick={onToggle}
  >
    {isOpen ? "Collapse" : "Expand"}
    <span className="sr-only"> {title}</span>
  </Button>
);
