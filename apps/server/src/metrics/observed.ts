import { ProviderError } from "@countinghouse/providers/provider-error";
import { vendorCalls, vendorSeconds } from "./metrics.ts";

/** The same adapter, counted: each call by its outcome and how long it took. What it throws is thrown on. */
export function observed<Port extends object>(vendor: string, port: Port): Port {
  const counted = Object.entries(port).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "function" ? countedCall(vendor, value as Call) : value,
  ]);
  return Object.fromEntries(counted) as Port;
}

type Call = (...args: unknown[]) => unknown;

const countedCall =
  (vendor: string, call: Call): Call =>
  (...args) => {
    const began = performance.now();
    const over = (outcome: string) => {
      vendorCalls.inc({ vendor, outcome });
      vendorSeconds.observe({ vendor }, (performance.now() - began) / 1000);
    };
    const answer = call(...args);
    if (answer instanceof Promise)
      // Told beside it: whoever called gets the very promise.
      answer.then(
        () => over("OK"),
        (error: unknown) => over(callOutcome(error)),
      );
    return isRows(answer) ? countedRows(answer, over) : answer;
  };

async function* countedRows(rows: AsyncIterable<unknown>, over: (outcome: string) => void): AsyncGenerator {
  try {
    yield* rows;
    over("OK");
  } catch (error) {
    over(callOutcome(error));
    throw error;
  }
}

const isRows = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;

const callOutcome = (error: unknown): string =>
  error instanceof ProviderError ? error.kind.toUpperCase() : "BROKEN";
