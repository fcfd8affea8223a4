import pg from "pg";
import { surrounding } from "./surroundings.ts";

/** Any number that nothing else of the product locks. */
const TURN = 7_216_004;

/**
 * Waits until a test may run: beside others, or alone once those that run have ended; who comes later waits behind it. Returns
 * what gives the turn back; a worker that dies gives it back as its connection ends.
 */
export async function takeTurn(alone: boolean): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: surrounding("E2E_DATABASE") });
  await client.connect();
  await client.query(alone ? "SELECT pg_advisory_lock($1)" : "SELECT pg_advisory_lock_shared($1)", [TURN]);
  return () => client.end();
}
