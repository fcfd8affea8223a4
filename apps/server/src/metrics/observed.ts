import { isTracing, tellTrace, traced } from "@countinghouse/api/tracing";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { vendorCalls, vendorSeconds } from "./metrics.ts";

/** Returns the adapter with metrics: the outcome and the duration of each call. Passes errors on. */
export function observed<Port extends object>(vendor: string, port: Port): Port {
  const counted = Object.entries(port).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "function" ? tracedCall(vendor, name, countedCall(vendor, value as Call)) : value,
  ]);
  return Object.fromEntries(counted) as Port;
}

type Call = (...args: unknown[]) => unknown;

/** A synchronous answer, or one in rows, has no span: the end of the rows is unknown here. */
const tracedCall =
  (vendor: string, name: string, call: Call): Call =>
  (...args) => {
    if (!isTracing()) return call(...args);
    let answer: unknown;
    let isAsked = false;
    const asked = traced(
      `${vendor} ${name}`,
      { "peer.service": vendor },
      async () => {
        answer = call(...args);
        isAsked = true;
        return answer;
      },
      { kind: "client" },
    );
    if (isAsked && !(answer instanceof Promise)) return answer;
    return asked;
  };

const countedCall =
  (vendor: string, call: Call): Call =>
  (...args) => {
    const began = performance.now();
    const over = (outcome: string) => {
      tellTrace({ "countinghouse.outcome": outcome });
      vendorCalls.inc({ vendor, outcome });
      vendorSeconds.observe({ vendor }, (performance.now() - began) / 1000);
    };
    const answer = call(...args);
    if (answer instanceof Promise)
      // Observes the promise without replacing it: the caller gets the original.
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
