import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import type { Core } from "../core.ts";
import { type Asked, askEach, type Held, MONTH_DAYS, MOST_COMPARED } from "./found.ts";
import { whyUnanswered } from "./unanswered.ts";

interface Known {
  id: string;
  userId: number;
  name: string;
  objectKey: string;
  sizeBytes: number;
}

/** Files of the last two days, and those that are due this day of the month. $1 is now. */
const FILES = `
  SELECT f.id::text AS id, f.user_id AS "userId", f.name, f.object_key AS "objectKey", f.size_bytes AS "sizeBytes"
  FROM user_file f
  WHERE f.created_at > $1::timestamptz - interval '2 days'
    OR abs(hashtext(f.id::text)) % ${MONTH_DAYS} = extract(day FROM $1::timestamptz)::int % ${MONTH_DAYS}
  ORDER BY f.created_at DESC LIMIT ${MOST_COMPARED}`;

/** Holds what is kept of customers' files against the store: each is to be there with all its bytes. */
export async function compareFiles(
  { db, now }: Pick<Core, "db" | "now">,
  storage: ObjectStorage,
): Promise<Asked> {
  const files = await db.read.sql<Known & Record<string, unknown>>({ name: "drift.files", text: FILES }, [
    now(),
  ]);
  const held: Held[] = [];
  const unanswered = await askEach(
    files,
    async ({ id, userId, name, objectKey, sizeBytes }) => {
      const found = await storage.head(objectKey);
      const bytes = (count: number) => `${count.toLocaleString("en-US")} bytes`;
      held.push({
        what: "file",
        subject: id,
        userId,
        differs:
          found?.sizeBytes === sizeBytes
            ? null
            : {
                ours: `${name}, ${bytes(sizeBytes)}`,
                theirs: found === null ? "it is not there" : bytes(found.sizeBytes),
              },
      });
    },
    whyUnanswered,
  );
  return { held, unanswered };
}
