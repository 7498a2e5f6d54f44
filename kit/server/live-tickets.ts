import { createHash, randomBytes } from 'node:crypto';
import type { Language } from '#kit/fields/words.ts';

export const ticketBounds = { lifeMs: 60_000, kept: 10_000 } as const;

/** What a ticket stands for. */
export interface Held {
  readonly token: string;
  readonly language: Language;
}

/** One-use passes from the header of a request to a websocket, whose handshake carries no header of ours. */
export interface Tickets {
  /** The whole sub-protocol to ask for: `ticket.` and 256 random bits. */
  readonly issue: (held: Held) => string;
  /** What it stood for, the first time and within its life. */
  readonly redeem: (ticket: string) => Held | undefined;
}

export const createTickets = (clock: () => Date): Tickets => {
  const held = new Map<string, Held & { readonly untilMs: number }>();
  return {
    issue: (person) => {
      const nowMs = clock().getTime();
      // The oldest come first, so this ends at the first that still lives.
      for (const [hash, { untilMs }] of held) {
        if (untilMs > nowMs && held.size < ticketBounds.kept) break;
        held.delete(hash);
      }
      const ticket = `ticket.${randomBytes(32).toString('base64url')}`;
      held.set(hashOf(ticket), { ...person, untilMs: nowMs + ticketBounds.lifeMs });
      return ticket;
    },
    redeem: (ticket) => {
      const hash = hashOf(ticket);
      const found = held.get(hash);
      held.delete(hash);
      return found && found.untilMs > clock().getTime() ? { token: found.token, language: found.language } : undefined;
    },
  };
};

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');
