import { signInAt, toCookie } from "../stack/sign-in.ts";

const PATIENCE_MS = 30_000;

/** What the console does with an answer: it is there, or the call failed. */
export interface Answered {
  data: unknown;
  /** What went wrong, in words; null where nothing did. */
  failure: string | null;
}

/** Somebody signed in, as the console in their browser goes on: a session that has to be renewed is, by itself. */
export interface Session {
  call(origin: string, procedure: string, input: object): Promise<Answered>;
  /** How often the token was renewed. */
  renewals(): number;
}

/** Signs in once; the session lives in the database, so that every process of either release takes it. */
export async function openSession(
  origin: string,
  sandboxOrigin: string,
  who: { email: string; password: string },
): Promise<Session> {
  const signedIn = await signInAt(origin, sandboxOrigin, who);
  let { token, cookie } = signedIn;
  let renewals = 0;
  let renewing: Promise<void> | null = null;

  const send = (at: string, procedure: string, input: object) =>
    fetch(`${at}/trpc/${procedure}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, cookie },
      body: JSON.stringify({ json: input }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  const renew = async (at: string) => {
    const answer = await send(at, "auth.refresh", {});
    const said = (await answer.json()) as { result?: { data: { json: { token: string } } } };
    if (!said.result) throw new Error(`The session was not renewed: ${answer.status}`);
    token = said.result.data.json.token;
    cookie = toCookie(answer) || cookie;
    renewals++;
  };
  const ask = async (at: string, procedure: string, input: object) => {
    const sentWith = token;
    const answer = await send(at, procedure, input);
    if (answer.status !== 401) return answer;
    if (token === sentWith) {
      renewing ??= renew(at).finally(() => {
        renewing = null;
      });
      await renewing;
    }
    return send(at, procedure, input);
  };
  return {
    renewals: () => renewals,
    call: async (at, procedure, input) => {
      try {
        const answer = await ask(at, procedure, input);
        const said = (await answer.json()) as {
          result?: { data: { json: unknown } };
          error?: { json: { message: string } };
        };
        if (said.result) return { data: said.result.data.json, failure: null };
        return { data: null, failure: `${answer.status} ${said.error?.json.message ?? ""}` };
      } catch (error) {
        return { data: null, failure: inWords(error) };
      }
    },
  };
}

const inWords = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};
