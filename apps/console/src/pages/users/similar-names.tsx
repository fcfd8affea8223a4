import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { paths } from "@/paths.ts";

/** The shortest text that the server accepts. */
const LEAST = 2;

/** Customers with similar names, for a search without a match. */
export function SimilarNames({ text }: { text: string }) {
  const { data = [] } = trpc.users.find.useQuery({ text }, { enabled: text.length >= LEAST });
  const customers = data.filter(({ kind }) => kind === "user");
  if (customers.length === 0) return null;
  return (
    <span className="mt-3 block">
      Did you mean{" "}
      {customers.map(({ key, name }, index) => (
        <span key={key}>
          {index > 0 && ", "}
          <Link href={paths.userDetail({ id: Number(key) })} className="text-primary underline">
            {name} ({key})
          </Link>
        </span>
      ))}
      ?
    </span>
  );
}
