import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

/** Does the work that a bot check asks for, as the widget in a browser does. Throws where it can not be done. */
export async function solvedChallenge(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error("The challenge has no solution.");
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

export type { Challenge } from "altcha-lib";
