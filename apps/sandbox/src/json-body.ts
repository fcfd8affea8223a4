import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";

/** The JSON body of a control request, checked; anything else is answered with 400 and the reason. */
export async function readJson<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await c.req.json().catch(() => undefined);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) =>
    [issue.path.join("."), issue.message].filter(Boolean).join(": "),
  );
  throw new HTTPException(400, { res: Response.json({ errors: reasons }, { status: 400 }) });
}
