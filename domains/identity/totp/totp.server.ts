import { inSystem } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { putTicket, takeTicket } from '../code/code-store.server.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { countAttempt, perAccount, perAddress } from '../attempts/attempts.server.ts';
import type { AttemptLimit } from '../attempts/attempts.server.ts';
import { findCredentials, findCredentialsById } from '../session/person.server.ts';
import type { Credentials } from '../session/person.server.ts';
import { openSessionFor } from '../session/session.server.ts';
import type { SessionServices } from '../session/session.server.ts';
import { totpRefusals, totpWords } from './totp.labels.ts';
import { totpApi, totpBounds } from './totp.ts';

export const perCode: AttemptLimit = { kind: 'totp', max: 5, windowMs: 15 * 60_000 };
const TICKET_PURPOSE = 'totp';

/** Interrupts a sign-in whose user has, or has to have, a second factor. The ticket records that the first step succeeded. */
export const requireSecondStep = async (services: SessionServices, person: Credentials): Promise<void> => {
  const { enrolled, demanded } = await services.totp.enrolmentState(person.id);
  if (!enrolled && !demanded) return;
  const ticket = await newTicket(services, person.id);
  if (enrolled) throwRefusal(totpRefusals, 'totp.needed', {}, { detail: { ticket } });
  throwRefusal(totpRefusals, 'totp.enrol', {}, { detail: { ticket, ...(await services.totp.enrol(person.id, person.username)) } });
};

const newTicket = ({ database, clock }: SessionServices, userId: string): Promise<string> =>
  inSystem(database, (tx) => putTicket(tx, TICKET_PURPOSE, { userId, now: clock() }));

export const totpRoutes = ({ services }: { readonly services: SessionServices }): readonly Route[] => {
  const { database, totp, attempts, hasher, clock } = services;
  const demandPassword = async (username: string, password: string): Promise<void> => {
    await countAttempt(attempts, perAccount, username);
    const person = await findCredentials(database, username);
    if (!(await hasher.verify(person?.password, password))) throwRefusal(totpRefusals, 'totp.password');
    await attempts.clear(perAccount, username);
  };
  return implement(totpApi, {
    verify: async (ctx, { ticket, code, deviceToken }, { client }) => {
      await countAttempt(attempts, perAddress, clientNetwork(client.ip));
      const userId = await inSystem(database, (tx) => takeTicket(tx, TICKET_PURPOSE, { ticket, now: clock(), lifeMs: totpBounds.ticketMs }));
      const person = userId === undefined ? undefined : await findCredentialsById(database, userId);
      if (!person || person.frozen || person.closed) return throwRefusal(totpRefusals, 'totp.expired');
      await countAttempt(attempts, perCode, person.id);
      const { enrolled } = await totp.enrolmentState(person.id);
      const recoveryCodes = enrolled ? ((await totp.useCode(person.id, code)) ? [] : undefined) : await totp.confirm(person.id, code);
      if (!recoveryCodes) return throwRefusal(totpRefusals, 'totp.wrong', {}, { detail: { ticket: await newTicket(services, person.id) } });
      await attempts.clear(perCode, person.id);
      await attempts.uncount(perAddress, clientNetwork(client.ip));
      return { ...(await openSessionFor(services, { ctx, person, client, deviceToken, isProved: true })), recoveryCodes };
    },
    state: (ctx) => totp.enrolmentState(ctx.viewer.userId),
    enrol: async (ctx, { password }) => {
      await demandPassword(ctx.viewer.username, password);
      if ((await totp.enrolmentState(ctx.viewer.userId)).enrolled) throwRefusal(totpRefusals, 'totp.already');
      return totp.enrol(ctx.viewer.userId, ctx.viewer.username);
    },
    confirm: async (ctx, { code }) => {
      await countAttempt(attempts, perCode, ctx.viewer.userId);
      const recoveryCodes = (await totp.confirm(ctx.viewer.userId, code)) ?? throwRefusal(totpRefusals, 'totp.wrong');
      await attempts.clear(perCode, ctx.viewer.userId);
      return { recoveryCodes };
    },
    remove: async (ctx, { password, code }) => {
      if ((await totp.enrolmentState(ctx.viewer.userId)).demanded) throwRefusal(totpRefusals, 'totp.demanded');
      await demandPassword(ctx.viewer.username, password);
      await countAttempt(attempts, perCode, ctx.viewer.userId);
      if (!(await totp.useCode(ctx.viewer.userId, code))) throwRefusal(totpRefusals, 'totp.wrong');
      await totp.remove(ctx.viewer.userId);
      await attempts.clear(perCode, ctx.viewer.userId);
      return ctx.say(totpWords.removed);
    },
    demand: async (ctx, { demanded }) => {
      const tenantId = singleId(ctx.viewer.sees.tenant) ?? throwRefusal(totpRefusals, 'totp.noTenant');
      await totp.setRequired(tenantId, demanded === 1);
      return ctx.say(demanded === 1 ? totpWords.demands : totpWords.freed);
    },
  });
};
