import { Hono } from "hono";
import { z } from "zod";
import { readJson } from "./json-body.ts";

export const SMTP_PROVIDER = "smtp";

export const HTTP_FAULT_KINDS = [
  "status",
  "statusAfterEffect",
  "quota",
  "latency",
  "timeoutBeforeEffect",
  "timeoutAfterEffect",
  "resetBeforeEffect",
  "resetAfterEffect",
  "late-effect",
  "invalidJson",
  "html",
] as const;

export const SMTP_FAULT_KINDS = [
  "tempfail",
  "reject",
  "latency",
  "timeoutBeforeEffect",
  "timeoutAfterEffect",
] as const;

const LONGEST_DELAY_MS = 7 * 24 * 60 * 60 * 1000;

const conditions = {
  times: z.number().int().min(1).max(1000).default(1),
  /** Of `latency` how long the answer takes; of `late-effect` how long after the call, which is never answered, it is done. */
  delayMs: z.number().int().min(0).max(LONGEST_DELAY_MS).default(1000),
  /** How likely it strikes a call that it could strike. */
  chance: z.number().gt(0).max(1).default(1),
};

/** `path` is matched as a part of the decoded request path, `body` as a part of what is sent. */
const httpFaultSchema = z.strictObject({
  provider: z.string(),
  kind: z.enum(HTTP_FAULT_KINDS),
  method: z.string().toUpperCase().optional(),
  path: z.string().optional(),
  body: z.string().min(1).optional(),
  status: z.number().int().min(400).max(599).default(503),
  ...conditions,
});

const smtpFaultSchema = z.strictObject({
  provider: z.literal(SMTP_PROVIDER),
  kind: z.enum(SMTP_FAULT_KINDS),
  ...conditions,
});

export type HttpFault = z.output<typeof httpFaultSchema>;
export type SmtpFault = z.output<typeof smtpFaultSchema>;
export type FaultInput = z.input<typeof httpFaultSchema> | z.input<typeof smtpFaultSchema>;
/** A fault still armed; `times` counts the calls it has left. */
export type ArmedFault = (HttpFault | SmtpFault) & { id: number };

export interface Faults {
  add(input: FaultInput): ArmedFault;
  list(): readonly ArmedFault[];
  /** False when no such fault is armed. */
  remove(id: number): boolean;
  clear(): void;
  /** Whether a fault is armed for this vendor that asks what is sent. */
  asksForBody(provider: string): boolean;
  /** The fault for this call, if one is armed; taking it uses up one of its times. */
  takeHttp(call: HttpCall): HttpFault | undefined;
  takeSmtp(): SmtpFault | undefined;
}

export interface HttpCall {
  provider: string;
  method: string;
  path: string;
  /** What is sent; empty where no fault asks for it. */
  body: string;
}

/** Faults that may be armed for these HTTP vendors and for SMTP; the first that matches strikes. */
export function createFaults(vendorNames: readonly string[]): Faults {
  const schema = faultSchema(vendorNames);
  let armed: ArmedFault[] = [];
  let lastId = 0;

  const takeOnce = (fault: ArmedFault) => {
    fault.times -= 1;
    armed = armed.filter(({ times }) => times > 0);
  };

  return {
    add: (input) => {
      lastId += 1;
      const fault = { ...schema.parse(input), id: lastId };
      armed.push(fault);
      return fault;
    },
    list: () => armed,
    remove: (id) => {
      const before = armed.length;
      armed = armed.filter((fault) => fault.id !== id);
      return armed.length < before;
    },
    clear: () => {
      armed = [];
    },
    asksForBody: (provider) =>
      armed.some((fault) => isHttpFault(fault) && fault.provider === provider && fault.body !== undefined),
    takeHttp: (call) => {
      const fault = armed
        .filter(isHttpFault)
        .find((candidate) => strikes(candidate, call) && lands(candidate));
      if (fault) takeOnce(fault);
      return fault;
    },
    takeSmtp: () => {
      const fault = armed.filter(isSmtpFault).find(lands);
      if (fault) takeOnce(fault);
      return fault;
    },
  };
}

/** GET lists, POST arms one, DELETE disarms one or all. */
export function faultRoutes(faults: Faults, vendorNames: readonly string[]): Hono {
  const schema = faultSchema(vendorNames);
  return new Hono()
    .get("/", (c) => c.json(faults.list()))
    .post("/", async (c) => c.json(faults.add(await readJson(c, schema)), 201))
    .delete("/", (c) => {
      faults.clear();
      return c.body(null, 204);
    })
    .delete("/:id", (c) =>
      faults.remove(Number(c.req.param("id")))
        ? c.body(null, 204)
        : c.json({ errors: ["No such fault."] }, 404),
    );
}

function faultSchema(vendorNames: readonly string[]) {
  return z.union([smtpFaultSchema, httpFaultSchema.extend({ provider: z.enum(vendorNames) })]);
}

/** True for a fault of the mail server, false for one of an HTTP vendor. */
export function isSmtpFault(fault: ArmedFault): fault is SmtpFault & { id: number } {
  return fault.provider === SMTP_PROVIDER;
}

function isHttpFault(fault: ArmedFault): fault is HttpFault & { id: number } {
  return !isSmtpFault(fault);
}

const lands = ({ chance }: ArmedFault): boolean => Math.random() < chance;

function strikes(fault: HttpFault, call: HttpCall): boolean {
  return (
    fault.provider === call.provider &&
    (fault.method === undefined || fault.method === call.method) &&
    (fault.path === undefined || call.path.includes(fault.path)) &&
    (fault.body === undefined || call.body.includes(fault.body))
  );
}
