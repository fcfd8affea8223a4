import { ChevronDownIcon, LayersIcon } from "lucide-react";

/** What a list shows without a saved view. */
export const NO_VIEW = "All";

type ViewsButtonTextProps = { name: string; isChanged: boolean };

export const ViewsButtonText = ({ name, isChanged }: ViewsButtonTextProps) => (
  <>
    <LayersIcon aria-hidden />
    <span className="text-muted-foreground">View:</span> {name}
    {isChanged && <span className="text-muted-foreground">changed</span>}
    <ChevronDownIcon aria-hidden />
  </>
);
