import pg from "pg";

/** A statement begins; returns what is called when it is over, or null where nobody asks. */
export type ObserveStatement = (text: string) => ((error: unknown) => void) | null;

type Callback = (error: Error | null, result: unknown) => void;
type Query = (...args: unknown[]) => unknown;

/** Connections whose statements are told of, by their text: what is put into one is not told. */
export const observedClient = (observe: ObserveStatement): (new () => pg.Client) =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this) as Query;
      this.query = ((...asked: unknown[]) => observedQuery(query, asked, observe)) as typeof this.query;
    }
  };

function observedQuery(query: Query, args: unknown[], observe: ObserveStatement): unknown {
  const over = observe(statementText(args[0]));
  if (over === null) return query(...args);
  const last = args.at(-1);
  if (typeof last === "function") {
    const told: Callback = (error, result) => {
      over(error);
      (last as Callback)(error, result);
    };
    return query(...args.slice(0, -1), told);
  }
  const answer = query(...args);
  // A stream of rows is over for whoever reads it; here it has begun.
  if (answer instanceof Promise) answer.then(() => over(null), over);
  else over(null);
  return answer;
}

function statementText(asked: unknown): string {
  if (typeof asked === "string") return asked;
  const { name, text } = (asked ?? {}) as { name?: unknown; text?: unknown };
  // Prisma gives a statement without a name an empty one.
  if (typeof name === "string" && name !== "") return name;
  return typeof text === "string" ? text : "COPY";
}
