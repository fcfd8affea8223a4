/** What a server answered to a press. */
export type Answer =
  | { kind: "done"; data: unknown }
  | { kind: "refused"; message: string; confirm: string | null }
  /** It broke, or said nothing within the time: what became of it is not known. */
  | { kind: "nothing"; message: string };

export interface Caller {
  origin: string;
  token: string;
  withinMs: number;
}

interface Body {
  result?: { data: { json: unknown } };
  error?: { json: { message: string; data: { details?: { confirm?: string } } } };
}

/** Calls a procedure as the console does, with at most so much patience. Never throws. */
export async function callServer(
  { origin, token, withinMs }: Caller,
  procedure: string,
  input: object,
): Promise<Answer> {
  try {
    const answer = await fetch(`${origin}/trpc/${procedure}`, {
      method: "POST",
      // What is sent is plain: the transformer has nothing to add.
      body: JSON.stringify({ json: input }),
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(withinMs),
    });
    const { result, error } = (await answer.json()) as Body;
    if (result !== undefined) return { kind: "done", data: result.data.json };
    const { message = "", data } = error?.json ?? {};
    if (answer.status >= 500) return { kind: "nothing", message: `${answer.status} ${message}` };
    return { kind: "refused", message, confirm: data?.details?.confirm ?? null };
  } catch (error) {
    return { kind: "nothing", message: error instanceof Error ? error.name : "no answer" };
  }
}
