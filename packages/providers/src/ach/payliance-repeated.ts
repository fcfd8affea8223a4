/** Words of a refusal for something that was there before. */
const THERE_BEFORE = /duplicat|already|exists|\bunique\b|\bused\b/i;

/** What such words may be said of: the payment and how it is named, or else something that a payment only uses. */
const SUBJECTS =
  /(?<payment>uniquetran\w*|tran\w*|payment|reference|check\s?number|\bids?\b)|account|routing|bank|customer|merchant|company|product|name/gi;

/**
 * Whether a refusal in these words says that its key was used before. Payliance numbers its refusals, but publishes no list:
 * only the words tell. They mean the key unless the nearest thing before them, or the first after them, is something else:
 * what is taken for a repetition by mistake is looked up in vain, while a key used before that is taken for a rejection would
 * be paid twice.
 */
export function saysRepeated(words: string): boolean {
  const there = THERE_BEFORE.exec(words);
  if (there === null) return false;
  const subjects = [...words.matchAll(SUBJECTS)];
  const subject = subjects.findLast(({ index }) => index < there.index) ?? subjects[0];
  return subject === undefined || subject.groups?.payment !== undefined;
}
