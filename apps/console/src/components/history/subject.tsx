import type { RouterOutputs } from "@countinghouse/api";
import { subjectLabel } from "@countinghouse/validators/audit/rules";
import { Link } from "wouter";
import { CustomerCell } from "@/components/users/customer-cell.tsx";
import { jobPath, paths } from "@/paths.ts";

type Told = Pick<
  RouterOutputs["audit"]["list"]["events"][number],
  "subjectType" | "subjectId" | "subjectName" | "user" | "batch"
>;

/** Where what an event is about can be looked at; null where no page shows it. */
function subjectPath({ subjectType, subjectId, user, batch }: Told): string | null {
  if (batch !== null) return jobPath(batch);
  switch (subjectType) {
    case "application":
      return paths.applicationDetail({ id: Number(subjectId) });
    case "bank_account":
    case "card":
      return user && paths.primaryAccount({ id: user.id });
    case "business":
    case "business_lien":
      return user && paths.businessLien({ id: user.id });
    case "note":
      return user && paths.userDetail({ id: user.id, section: "notes" });
    case "passcode":
    case "setting":
      return paths.settings();
    case "environment":
      return paths.recovery();
    case "outbox_message":
      return paths.ledgerWriteFailures();
    default:
      return user && paths.userDetail({ id: user.id });
  }
}

/** What an event is about, with the way there. */
export function Subject({ event }: { event: Told }) {
  const path = subjectPath(event);
  const words = `${subjectLabel(event.subjectType)} ${event.subjectName ?? shortId(event.subjectId)}`;
  return path === null ? (
    <span title={event.subjectId}>{words}</span>
  ) : (
    <Link href={path} title={event.subjectId} className="rounded-sm text-link underline underline-offset-4">
      {words}
    </Link>
  );
}

/** A UUID by its end, which tells neighbours apart. */
const shortId = (id: string): string => (/^[\da-f]{8}(-[\da-f]{4}){3}-/.test(id) ? `…${id.slice(-6)}` : id);

export const Customer = ({ user }: Pick<Told, "user">) => (
  <CustomerCell id={user?.id ?? null} name={user?.name ?? null} />
);
