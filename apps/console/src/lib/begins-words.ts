/** Whether every word typed begins a word of the label. */
export function beginsWords(label: string, typed: string): boolean {
  const words = splitWords(label);
  return splitWords(typed).every((each) => words.some((word) => word.startsWith(each)));
}

const splitWords = (text: string): string[] => text.toLowerCase().split(/\W+/).filter(Boolean);
