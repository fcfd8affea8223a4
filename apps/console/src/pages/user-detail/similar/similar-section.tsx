import type { RouterOutputs } from "@countinghouse/api";
import type { SimilarRecordKind } from "@countinghouse/validators/similar-records/rules";
import { trpc } from "@/api/client.ts";
import { BalanceCell } from "@/components/balance/balance-cell.tsx";
import { NewTabLink } from "@/components/new-tab-link.tsx";
import { userName } from "@/components/users/user-name.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { paths } from "@/paths.ts";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { SECTIONS } from "../sections.ts";
import { SIMILAR_SECTIONS } from "./similar-records.ts";

export type SimilarUser = RouterOutputs["similarRecords"]["list"]["users"][number];

type SimilarSectionProps = {
  userId: number;
  kind: SimilarRecordKind;
  hasTurn: boolean;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
};

/** The other customers who share one kind of thing with this one: a line that opens the list of them. */
export function SimilarSection({ userId, kind, hasTurn, isOpen, onToggle }: SimilarSectionProps) {
  const query = trpc.similarRecords.list.useQuery({ userId, kind }, { enabled: hasTurn });
  const { id, failure } = SIMILAR_SECTIONS[kind];
  const title = SECTIONS[id].title;
  return (
    <QuerySection
      id={id}
      title={title}
      query={query}
      count={({ users }) => users.length}
      failure={failure}
      empty={{ title: `No ${title} Found`, when: ({ users }) => users.length === 0 }}
    >
      {({ users, isMore }) => (
        <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
          <summary className="w-fit cursor-pointer rounded-sm text-sm text-muted-foreground">
            {isOpen ? "Hide" : "Show"} {title}
          </summary>
          <ul aria-label={title} className="grid max-h-80 overflow-y-auto">
            {users.map((user) => (
              <SimilarEntry key={user.id} user={user} />
            ))}
          </ul>
          {isMore && (
            <p className="pt-2 text-muted-foreground">The latest {users.length} are shown; there are more.</p>
          )}
        </details>
      )}
    </QuerySection>
  );
}

const SimilarEntry = ({ user }: { user: SimilarUser }) => (
  <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b border-border/60 py-1 last:border-b-0">
    <NewTabLink href={paths.userDetail({ id: user.id })}>
      {userName(user)} #{user.id}
    </NewTabLink>
    {user.matches.length > 0 && <span className="text-muted-foreground">{user.matches.join(", ")}</span>}
    {user.doNotFund && <StatusBadge tone="danger">Do Not Fund</StatusBadge>}
    {user.funded && <StatusBadge tone="success">Funded</StatusBadge>}
    {user.renewal && <StatusBadge tone="info">Renewal</StatusBadge>}
    <span className="ml-auto">
      <span className="sr-only">Balance </span>
      <BalanceCell userId={user.id} cents={user.balanceCents} />
    </span>
  </li>
);
