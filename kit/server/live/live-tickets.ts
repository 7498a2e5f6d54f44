import { randomBytes } from 'node:crypto';
import { languages } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import type { Database } from '#kit/db/index.ts';
import { claimNonce } from '../security/nonces.ts';
import { createSecrets, MASTER_KEY_BYTES, SecretsError } from '../security/secrets.ts';
import type { Secrets } from '../security/secrets.ts';

export const ticketBounds = { lifeMs: 60_000 } as const;

/** What a ticket stands for. */
export interface TicketHolder {
  readonly token: string;
  readonly language: Language;
}

/** One-use passes from the header of a request to a websocket, whose handshake carries no header of ours. */
export interface Tickets {
  /** The whole sub-protocol to ask for: `ticket.` and what it stands for, sealed. Any process with the same keys takes it. */
  readonly issue: (holder: TicketHolder) => string;
  /** What it stood for, the first time and within its life. */
  readonly redeem: (ticket: string, database: Database) => Promise<TicketHolder | undefined>;
}

const PREFIX = 'ticket.';
const sealContext = { purpose: 'live ticket', row: '' } as const;

/** Without the keys of the deployment, tickets are good in this process alone. */
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
      // What was sealed, not how it was written down: the same bytes can be spelt in several ways.
      const isFirst = await claimNonce(database, `${PREFIX}${payload}`, { now, keptMs: NONCE_KEPT_MS });
      return isFirst ? { token, language } : undefined;
    },
  };
};

const NONCE_BYTES = 16;
/** Longer than a ticket lives, since the clocks of two processes differ a little. */
const NONCE_KEPT_MS = 2 * ticketBounds.lifeMs;
