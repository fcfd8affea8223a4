/** An option or a name that a command does not take. The command ends with the message alone, and exit code 1. */
export class UsageError extends Error {
  override name = "UsageError";
}
