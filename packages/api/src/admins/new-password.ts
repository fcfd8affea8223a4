import { STAFF_TEXTS as TEXT } from "@countinghouse/validators/admins/rules";

/** Whose password it is to be, and where. */
export interface PasswordOwner {
  email: string;
  fullName: string;
  consoleUrl: string;
}

/** With fewer guesses it is one of the first that are tried: those that leaked most often, and what is made of them, have less. */
const LEAST_GUESSES = 1e9;
/** Of words that stand for the person, the lender or the product it may hold some, but has to be as long without them. */
const LEAST_WITHOUT = 8;
const SHORTEST_WORD = 4;

const PRODUCT = "countinghouse";

/** The words of the context: the product, the name, the address and its host, the host of the console. */
function ownWords({ email, fullName, consoleUrl }: PasswordOwner): string[] {
  const host = URL.canParse(consoleUrl) ? new URL(consoleUrl).hostname : "";
  const parts = [fullName, ...email.split("@"), host].flatMap((each) => [
    each,
    ...each.split(/[^\p{L}\p{N}]+/u),
    ...each.split("."),
  ]);
  const words = [PRODUCT, ...parts].map((word) => word.toLowerCase());
  return [...new Set(words)]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((one, other) => other.length - one.length);
}

let estimating: Promise<(password: string, words: string[]) => number> | null = null;

/** How many guesses a password takes; the lists are read with the first that is set. */
const loadEstimate = () =>
  (estimating ??= Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) => {
      const estimate = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });
      return (password, words) => estimate.check(password, words).guesses;
    },
  ));

/** Why this can not be somebody's new password, or null: it is too easily guessed, or made of words that stand for them. */
export async function whyNotSetPassword(password: string, owner: PasswordOwner): Promise<string | null> {
  const words = ownWords(owner);
  const without = words.reduce((rest, word) => rest.replaceAll(word, ""), password.toLowerCase());
  if (without.length < LEAST_WITHOUT) return TEXT.passwordOfNames;
  const estimateGuesses = await loadEstimate();
  return estimateGuesses(password, words) < LEAST_GUESSES ? TEXT.passwordCommon : null;
}
