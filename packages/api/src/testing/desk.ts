import type { Database } from "@countinghouse/db";
import { hashPassword } from "@countinghouse/db/passwords";
import type { Role } from "@countinghouse/validators/roles";
import superjson from "superjson";
import { z } from "zod";
import type { Services } from "../services.ts";
import { type Tables, userMaker } from "./harness.ts";
import { type Payable, payableCustomer, setPasscodesBy } from "./payable.ts";
import type { MovedMoney } from "./processors.ts";
import { addAdmin, openAdminSession } from "./signing-in.ts";

/** What the API answered over HTTP. */
export interface Answer {
  status: number;
  /** The whole body as it came. */
  text: string;
  /** What is the same in two answers that tell the same: without the number and the date each has of its own. */
  bare: string;
  /** The message of a refusal; empty when there was none. */
  message: string;
  /** The refused fields of the input, with what is wrong with each. */
  fieldErrors: Record<string, string[]>;
}

/** What the processors' own books say. */
export interface ProcessorBooks {
  /** How often money was asked to move, whatever came of it. */
  calls: number;
  moved: readonly MovedMoney[];
}

/** Several servers over one database, and those who sit at them. */
export interface Desk {
  tables: Tables;
  database: Database;
  /** The access token of a new member of staff. */
  staff(role: Role): Promise<string>;
  /** A customer with a card, a bank account, and an application that may be paid out. */
  customer(facts?: { owesCents?: number }): Promise<Payable>;
  /** Calls a procedure at one server after the other. */
  call(token: string, procedure: string, input: object): Promise<Answer>;
  books(): Promise<ProcessorBooks>;
  now: () => Date;
  /** Lets time pass where it does not by itself. */
  tick(): void;
}

export interface DeskOptions {
  services: Pick<Services, "db" | "vault" | "now" | "tokens">;
  /** Where the servers listen. */
  origins: readonly string[];
  books: () => Promise<ProcessorBooks>;
  tick?: () => void;
  /** Of the passcodes: how much work it is to check one. */
  hashPasscode?: typeof hashPassword;
}

/** A desk over servers that run, with a passcode for each rail. */
export async function openDesk({
  services,
  origins,
  books,
  tick = () => {},
  hashPasscode = hashPassword,
}: DeskOptions): Promise<Desk> {
  const { db, vault, now, tokens } = services;
  const later = ({ hours = 0, minutes = 0, seconds = 0 }) =>
    new Date(now().getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
  const tables: Tables = { database: db, vault, clock: { now, in: later }, user: userMaker(db) };
  let calls = 0;
  await setPasscodesBy(tables, (await addAdmin(tables, { role: "SUPERADMIN" })).id, hashPasscode);
  return {
    tables,
    database: db,
    staff: async (role) => openAdminSession(tables, tokens, (await addAdmin(tables, { role })).id),
    customer: (facts) => payableCustomer(tables, facts),
    call: (token, procedure, input) =>
      post(`${origins[calls++ % origins.length]}/trpc/${procedure}`, token, input),
    books,
    now,
    tick,
  };
}

const Refusal = z.object({
  error: z.object({
    json: z.object({
      message: z.string(),
      data: z.object({ fieldErrors: z.record(z.string(), z.array(z.string())) }),
    }),
  }),
});

const OF_EACH_ANSWER = /"correlationId":"[^"]*"/;
const HEADERS_OF_EACH_ANSWER = ["date", "x-correlation-id"];

async function post(address: string, token: string, input: object): Promise<Answer> {
  const answer = await fetch(address, {
    method: "POST",
    body: JSON.stringify(superjson.serialize(input)),
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  const headers = [...answer.headers].filter(([name]) => !HEADERS_OF_EACH_ANSWER.includes(name));
  const refusal = answer.ok ? null : Refusal.parse(JSON.parse(text)).error.json;
  return {
    status: answer.status,
    text,
    bare: `${answer.status} ${JSON.stringify(headers)} ${text.replace(OF_EACH_ANSWER, "")}`,
    message: refusal?.message ?? "",
    fieldErrors: refusal?.data.fieldErrors ?? {},
  };
}
