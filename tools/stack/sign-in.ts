import { setTimeout as pause } from "node:timers/promises";
import { type Challenge, solvedChallenge } from "../../packages/providers/src/testing/solve-challenge.ts";

const MAIL_WITHIN_MS = 60_000;

export interface SignedIn {
  /** Calls a procedure; throws with its message where it is refused. */
  call(procedure: string, input?: unknown): Promise<unknown>;
  token: string;
  /** What the browser keeps of it, as it is sent back. */
  cookie: string;
}

/** Signs in as a browser does: e-mail, password, the bot check, and the code out of the sandbox's mailbox. */
export async function signInAt(
  origin: string,
  sandboxOrigin: string,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const challenge = (await (await fetch(`${origin}/api/bot/challenge`)).json()) as Challenge;
  const botCheck = await solvedChallenge(challenge);
  const before = await newestMail(sandboxOrigin, email);
  const begun = await callAt(origin, "auth.signIn", { email, password, botCheck });
  const { challengeId } = begun.data as { challengeId: string };
  const code = await nextCode(sandboxOrigin, email, before?.id ?? 0);
  const { data, cookie } = await callAt(origin, "auth.verifyCode", { challengeId, code });
  const { token } = data as { token: string };
  return {
    token,
    cookie,
    call: async (procedure, input) => (await callAt(origin, procedure, input, token)).data,
  };
}

async function callAt(
  origin: string,
  procedure: string,
  input?: unknown,
  token?: string,
): Promise<{ data: unknown; cookie: string }> {
  const answer = await fetch(`${origin}/trpc/${procedure}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input === undefined ? {} : { json: input }),
  });
  const said = (await answer.json()) as {
    result?: { data: { json: unknown } };
    error?: { json: { message: string } };
  };
  if (!said.result) throw new Error(`${procedure}: ${said.error?.json.message ?? answer.status}`);
  return { data: said.result.data.json, cookie: toCookie(answer) };
}

/** The cookies that an answer sets, as they are sent back. */
export const toCookie = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0] ?? "")
    .join("; ");

interface Mail {
  id: number;
  code: string | null;
}

async function newestMail(sandboxOrigin: string, to: string): Promise<Mail | undefined> {
  const answer = await fetch(`${sandboxOrigin}/__sandbox/mail?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as Mail[])[0];
}

async function nextCode(sandboxOrigin: string, to: string, after: number): Promise<string> {
  for (const until = Date.now() + MAIL_WITHIN_MS; Date.now() < until; await pause(200)) {
    const mail = await newestMail(sandboxOrigin, to);
    if (mail?.code && mail.id > after) return mail.code;
  }
  throw new Error("The mail with the code did not arrive.");
}
