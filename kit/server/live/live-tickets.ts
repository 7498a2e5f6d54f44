import { randomBytes } from 'node:crypto';
import { languages } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import type { Database } from '#kit/db/index.ts';
import { claimNonce } from '../security/nonces.ts';
import { createSecrets, MASTER_KEY_BYTES, SecretsError } from '../security/secrets.ts';
import type { Secrets } from '../security/secrets.ts';

export const ticketBounds = { lifeMs: 60_000 } as const;

/** The user and the token for which a ticket was issued. */
export interface TicketHolder {
  readonly token: string;
  readonly language: Language;
}

/** One-use tickets for WebSockets: an HTTP request with a token header gets one, because browsers cannot set headers on a WebSocket handshake. */
export interface Tickets {
  /** Issues the subprotocol to request: `ticket.` and the sealed holder. Any process with the same keys accepts it. */
  readonly issue: (holder: TicketHolder) => string;
  /** The holder of a ticket, at its first use and within its lifetime. */
  readonly redeem: (ticket: string, database: Database) => Promise<TicketHolder | undefined>;
}

const PREFIX = 'ticket.';
const sealContext = { purpose: 'live ticket', row: '' } as const;

/** Without the keys of the deployment, tickets are valid only in this process. */
export const createTickets = (
  clock: () => Date,
  secrets: Pick<Secrets, 'seal' | 'open'> = createSecrets([randomBytes(MASTER_KEY_BYTES)]),
): Tickets => {
  const openTicket = (ticket: string): string => {
    try {
      return ticket.startsWith(PREFIX) ? secrets.open(ticket.slice(PREFIX.length), sealContext) : '';
    } catch (error) {
      if (error instanceof SecretsError) return '';
      throw error;
    }
  };
  return {
    issue: ({ token, language }) => {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      return `${PREFIX}${secrets.seal([clock().getTime() + ticketBounds.lifeMs, language, token, nonce].join(' '), sealContext)}`;
    },
    redeem: async (ticket, database) => {
      const payload = openTicket(ticket);
      const [untilMs, name, token] = payload.split(' ');
      const language = languages.find((tag) => tag === name);
      const now = clock();
      if (token === undefined || language === undefined || Number(untilMs) <= now.getTime()) return undefined;
      // The nonce is the sealed content and not its spelling, because base64 can spell the same bytes in several ways.
      const isFirst = await claimNonce(database, `${PREFIX}${payload}`, { now, keptMs: NONCE_KEPT_MS });
      return isFirst ? { token, language } : undefined;
    },
  };
};

const NONCE_BYTES = 16;
/** Longer than the lifetime of a ticket, because the clocks of two processes differ slightly. */
const NONCE_KEPT_MS = 2 * ticketBounds.lifeMs;
