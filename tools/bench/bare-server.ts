// The floor that the product is measured against: node:http and pg with prepared statements, nothing else.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const { DATE, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;
for (const type of [DATE, TIMESTAMP, TIMESTAMPTZ]) pg.types.setTypeParser(type, (text) => text);

const COLUMNS = "id, firstname, lastname, business_name, email, phone, current_address, ssn_last4";
const LISTED = COLUMNS.split(", ")
  .map((column) => `c.${column}`)
  .join(", ");
const TOTAL = "(SELECT rows::int FROM row_counter WHERE table_name = 'users') AS total";
const SEARCH = "users_search_text(id, firstname, lastname, email, phone, business_name, company_name)";
const SORTABLE = new Set(["id", "firstname", "lastname", "email", "ssn_last4", "phone", "current_address"]);

/** Statements that a bench brings along, by name. */
const NAMED = JSON.parse(process.env.NAMED_SQL ?? "{}") as Record<string, string>;

/** The statement of each address: its name, its text, and which parameters it takes. */
function statementFor(
  path: string,
  query: URLSearchParams,
): { name: string; text: string; values: unknown[] } {
  const column = query.get("sort") ?? "id";
  if (!SORTABLE.has(column)) throw new Error(`cannot sort by ${column}`);
  switch (path) {
    case "/one":
      return { name: "one", text: `SELECT ${COLUMNS} FROM users WHERE id = $1`, values: [query.get("id")] };
    case "/whole":
      return { name: "whole", text: process.env.WHOLE_USER_SQL ?? "", values: [query.get("id")] };
    case "/named": {
      const name = query.get("name") ?? "";
      return { name, text: NAMED[name] ?? "", values: [query.get("id")] };
    }
    case "/first":
      return {
        name: `first.${column}`,
        text: `SELECT ${LISTED}, ${TOTAL} FROM users c ORDER BY ${column}, id LIMIT 15`,
        values: [],
      };
    case "/after":
      return {
        name: `after.${column}`,
        text: `SELECT ${LISTED}, ${TOTAL} FROM users c WHERE (${column}, id) > ($1, $2) ORDER BY ${column}, id LIMIT 15`,
        values: [query.get("value"), query.get("id")],
      };
    default:
      return {
        name: "search",
        text: `WITH m AS MATERIALIZED (SELECT id FROM users WHERE ${SEARCH} ILIKE $1),
               p AS (SELECT id FROM m ORDER BY id LIMIT 15)
               SELECT ${LISTED}, (SELECT count(*)::int FROM m) AS total FROM p JOIN users c USING (id) ORDER BY id`,
        values: [`%${query.get("q")}%`],
      };
  }
}

const server = createServer((request, response) => void answer(request, response));

/** Who is asking, as we look it up: for those addresses that say so. */
const SESSION = JSON.parse(process.env.SESSION_SQL ?? "null") as {
  name: string;
  text: string;
  values: string[];
} | null;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://bare");
  if (SESSION !== null && url.searchParams.has("session")) {
    const { rows } = await pool.query({ ...SESSION, values: [...SESSION.values, new Date()] });
    if (rows.length === 0) throw new Error("Nobody is asking.");
  }
  const { rows } = await pool.query(statementFor(url.pathname, url.searchParams));
  const body = JSON.stringify(rows);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.({ type: "ready" }));
process.once("disconnect", () => process.exit());
