/** A pattern that finds any of these words or phrases (parts of patterns themselves), whole and in any case. */
export const anyWord = (...words: readonly string[]): RegExp =>
  new RegExp(`\\b(?:${words.join("|")})\\b`, "i");
