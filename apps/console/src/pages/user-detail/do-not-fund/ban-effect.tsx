import { formatCents } from "@countinghouse/validators/money";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { paths } from "@/paths.ts";

/** What follows a ban, in plain sentences. What is not known yet, or could not be read, is not said. */
export function BanEffect({ userId }: { userId: number }) {
  const { data } = trpc.doNotFund.effect.useQuery({ userId });
  return (
    <>
      The deal moves to Closed Lost, and nothing is paid out to this person.
      {data && data.openApplications.length > 0 && (
        <>
          {" "}
          {data.openApplications.map((id, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <Link
                href={paths.applicationDetail({ id })}
                className="text-link underline underline-offset-4"
                target="_blank"
              >
                Application {id}
              </Link>
            </span>
          ))}{" "}
          {data.openApplications.length === 1 ? "is" : "are"} declined, and a notice to the customer is due
          within 30 days.
        </>
      )}
      {data && data.unpaidDates > 0 && (
        <>
          {" "}
          Payment automation will skip {dates(data.unpaidDates)} ({formatCents(data.unpaidCents)}). Staff can
          still charge.
        </>
      )}
      {data && data.samePerson.length > 0 && (
        <>
          {" "}
          The same person:{" "}
          {data.samePerson.map(({ userId: id, name }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <Link href={paths.userDetail({ id })} className="text-link hover:underline" target="_blank">
                {name} #{id}
              </Link>
            </span>
          ))}
          .
        </>
      )}
    </>
  );
}

const dates = (count: number): string =>
  count === 1 ? "1 unpaid payment date" : `${count.toLocaleString("en-US")} unpaid payment dates`;
