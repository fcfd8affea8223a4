const KEPT_MAILS = 500;

export interface Mail {
  id: number;
  receivedAt: string;
  messageId: string;
  from: string;
  /** Envelope recipients: who gets it, whatever its headers say. */
  to: string[];
  subject: string;
  text: string;
  /** The one-time code in the text, if there is one. */
  code: string | null;
}

/** Mail received, newest first. */
export interface Mailbox {
  deliver(mail: Omit<Mail, "id" | "code">): Mail;
  /** All mail, or the mail to one address (letter case aside). */
  list(to?: string): readonly Mail[];
  clear(): void;
}

/** An empty mailbox; the oldest mail goes when it is full. */
export function createMailbox(): Mailbox {
  let mails: Mail[] = [];
  let lastId = 0;
  return {
    deliver: (received) => {
      lastId += 1;
      const mail = { id: lastId, ...received, code: oneTimeCode(received.text) };
      mails = [mail, ...mails].slice(0, KEPT_MAILS);
      return mail;
    },
    list: (to) =>
      to === undefined ? mails : mails.filter((mail) => mail.to.some((address) => sameAddress(address, to))),
    clear: () => {
      mails = [];
    },
  };
}

function oneTimeCode(text: string): string | null {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null;
}

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase();
}
