import { inspect } from "node:util";

// Loaded before each script: a wrong option ends it with one sentence. Any other error shows its stack trace, as Node does by itself.
process.on("uncaughtException", (error) => {
  const isUsage = error?.name === "UsageError" || String(error?.code).startsWith("ERR_PARSE_ARGS");
  console.error(isUsage ? `${error.message}\nThe option --help prints the usage text.` : inspect(error));
  process.exit(1);
});
