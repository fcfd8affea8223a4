import { EmptyCell } from "@/table/cells.tsx";
import { NewTabLink } from "../new-tab-link.tsx";

/** Where to read on about a decision. The address comes from outside: nothing but a page of the web is followed. */
export function DecisionLink({ decisionUrl, flowType }: { decisionUrl: string; flowType: string }) {
  if (!/^https?:\/\//i.test(decisionUrl)) return <EmptyCell />;
  return (
    <NewTabLink href={decisionUrl}>
      Open <span className="sr-only">decision {flowType}</span>
    </NewTabLink>
  );
}
