import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { VERSION } from "../version.ts";

/** The metrics of this process. The monitoring system adds up the processes. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const registers = [registry];
const QUICK_TO_SLOW_SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 30];

new Gauge({
  name: "countinghouse_info",
  help: "1, with the version that runs.",
  labelNames: ["version"],
  registers,
}).set({ version: VERSION }, 1);

/** Calls by procedure; the outcome is OK or the code of the refusal. */
export const calls = new Counter({
  name: "countinghouse_calls_total",
  help: "Calls by procedure and outcome.",
  labelNames: ["procedure", "outcome"] as const,
  registers,
});

export const callSeconds = new Histogram({
  name: "countinghouse_call_seconds",
  help: "How long calls took.",
  labelNames: ["procedure"] as const,
  buckets: QUICK_TO_SLOW_SECONDS,
  registers,
});

/** Calls to vendors. The outcome is OK, REFUSED, UNAVAILABLE (certainly not done) or UNKNOWN (perhaps done). */
export const vendorCalls = new Counter({
  name: "countinghouse_vendor_calls_total",
  help: "Calls to vendors by outcome.",
  labelNames: ["vendor", "outcome"] as const,
  registers,
});

export const vendorSeconds = new Histogram({
  name: "countinghouse_vendor_seconds",
  help: "How long calls to vendors took.",
  labelNames: ["vendor"] as const,
  buckets: QUICK_TO_SLOW_SECONDS,
  registers,
});

/** The duration of webhooks by vendor and HTTP status. The vendor waits while the report is processed. */
export const webhooks = new Histogram({
  name: "countinghouse_webhook_seconds",
  help: "How long what a vendor reported was worked on, by status of the answer.",
  labelNames: ["vendor", "status"] as const,
  buckets: QUICK_TO_SLOW_SECONDS,
  registers,
});

/** Runs of jobs, with failures. */
export const jobs = new Counter({
  name: "countinghouse_job_rounds_total",
  help: "Rounds of jobs by outcome.",
  labelNames: ["job", "outcome"] as const,
  registers,
});

export const jobItems = new Counter({
  name: "countinghouse_job_items_total",
  help: "What jobs got done: messages, payments, rows.",
  labelNames: ["job"] as const,
  registers,
});
