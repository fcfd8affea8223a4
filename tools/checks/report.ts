/** Prints what a check found, one line each, and makes the process fail when that is anything. */
export function report(title: string, problems: readonly string[]): void {
  if (problems.length === 0) {
    console.log(`${title}: none`);
    return;
  }
  console.error([`${title}:`, ...problems.map((problem) => `  ${problem}`)].join("\n"));
  process.exitCode = 1;
}
