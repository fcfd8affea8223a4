export function asksForHelp(words: readonly string[]): boolean;
export function usageOf(file: string): string;
