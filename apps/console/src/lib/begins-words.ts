/** Whether every word typed begins a word of the label. */
export function beginsWords(label: string, typed: string): boolean {
  const words = wordsOf(label);
  return wordsOf(typed).every((each) => words.some((word) => word.startsWith(each)));
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\W+/).filter(Boolean);
