import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { putTicket } from '../code/code-store.server.ts';
import type { Credentials } from '../session/person.server.ts';
import { sessionRefusals } from '../session/session.labels.ts';

/** The purpose of the ticket that allows to set a new password once. */
export const RESET_TICKET = 'reset';

/**
 * Refuses a sign-in with a password that someone else has set. The refusal contains a ticket for setting a new password, so an initial password
 * allows nothing else, and becomes invalid by that.
 */
export const refuseInitialPassword = async (
  { database, clock }: { readonly database: Database; readonly clock: () => Date },
  person: Pick<Credentials, 'id' | 'username' | 'passwordInitial'>,
): Promise<void> => {
  if (!person.passwordInitial) return;
  const smscode = await inSystem(database, (tx) => putTicket(tx, RESET_TICKET, { userId: person.id, now: clock() }));
  throwRefusal(sessionRefusals, 'login.initialPassword', {}, { detail: { username: person.username, smscode } });
};
