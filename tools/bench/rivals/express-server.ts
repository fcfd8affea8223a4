// express and pg as most would write it: a page by OFFSET with count(*), a search over each column.
import express from "express";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = express();

app.get("/customers/:id", async ({ params }, response) => {
  const { rows } = await pool.query("SELECT * FROM rivals.customers WHERE id = $1", [params.id]);
  response.json(rows[0]);
});

app.get("/customers", async ({ query }, response) => {
  const word = query.q ?? "";
  const found =
    word === "" ? "" : "WHERE firstname ILIKE $1 OR lastname ILIKE $1 OR email ILIKE $1 OR phone ILIKE $1";
  const values = word === "" ? [] : [`%${word}%`];
  const [page, count] = await Promise.all([
    pool.query(`SELECT * FROM rivals.customers ${found} ORDER BY id LIMIT 15 OFFSET 0`, values),
    pool.query<{ total: string }>(`SELECT count(*) AS total FROM rivals.customers ${found}`, values),
  ]);
  response.json({ rows: page.rows, total: Number(count.rows[0]?.total) });
});

app.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.({ type: "ready" }));
process.once("disconnect", () => process.exit());
