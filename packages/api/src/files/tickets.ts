import { timingSafeEqual } from "node:crypto";
import type { Vault } from "@countinghouse/db/vault";
import { z } from "zod";

/** What a ticket lets its holder open: a zip file, a contract, documents of liens or of collections, a packet. One is not good for another. */
export type TicketKind = "zip" | "contract" | "liens" | "collections" | "packet";

interface Ticket {
  kind: TicketKind;
  /** Ids alone: a ticket stands in an address. */
  ids: string[];
  expiresAt: Date;
}

/** An opaque text for an address that names what may be opened until when, and that nobody else can make. */
export function sealTicket(vault: Vault, { kind, ids, expiresAt }: Ticket): string {
  const content = Buffer.from(JSON.stringify([Math.floor(expiresAt.getTime() / 1000), ...ids]));
  const text = content.toString("base64url");
  return `${text}.${asText(vault.secretHash(keyPurpose(kind), text))}`;
}

export type OpenedTicket = { ok: true; ids: string[] } | { ok: false; reason: "invalid" | "expired" };

/** The ids a ticket of this kind was made for. */
export function openTicket(vault: Vault, kind: TicketKind, ticket: string, now: Date): OpenedTicket {
  const [text = "", signature = ""] = ticket.split(".");
  const hashes = vault.secretHashes(keyPurpose(kind), text);
  const isOurs = ticket === `${text}.${signature}` && hashes.some((hash) => isSame(signature, asText(hash)));
  if (!isOurs) return { ok: false, reason: "invalid" };
  const [seconds, ...ids] = Content.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  return seconds * 1000 <= now.getTime() ? { ok: false, reason: "expired" } : { ok: true, ids };
}

const Content = z.tuple([z.int()], z.string());

const keyPurpose = (kind: TicketKind): string => `ticket:${kind}`;

const asText = (hash: Uint8Array): string => Buffer.from(hash).toString("base64url");

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
