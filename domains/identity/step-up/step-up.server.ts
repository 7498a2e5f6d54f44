import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { stepUpApi } from '#kit/resource/rights/step-up.ts';
import type { ProofMethod } from '#kit/resource/rights/step-up.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { Messenger } from '#domains/system/server.ts';
import { sendCode } from '../code/code.server.ts';
import { receiverOf } from '../code/receiver.rules.ts';
import type { Receiver } from '../code/receiver.rules.ts';
import { takeCode } from '../code/code-store.server.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { countAttempt, perAccount, perAddress } from '../attempts/attempts.server.ts';
import { findCredentialsById } from '../session/person.server.ts';
import type { SessionServices } from '../session/session.server.ts';
import { hashOf } from '../session/session-store.server.ts';
import { perCode } from '../totp/totp.server.ts';
import { maskReceiver } from './mask-receiver.rules.ts';
import { stepUpRefusals, stepUpWords } from './step-up.labels.ts';

const CODE_MODE = 'proof';

/** How the user of a session can authenticate again. */
interface ProofMeans {
  readonly ways: readonly ProofMethod[];
  /** Present when a code can be sent. */
  readonly receiver: Receiver | undefined;
  /** See `ProofMethods`. */
  readonly unreached?: true;
}

interface StepUpRequest {
  readonly services: SessionServices;
  readonly messenger: Messenger;
}

/** The routes for authenticating again in a session. Failed attempts count like those of a sign-in. */
export const stepUpRoutes = ({ services, messenger }: StepUpRequest): readonly Route[] => {
  const { database, attempts, clock, sessions } = services;
  const meansOf = (ctx: Context, token: string): Promise<ProofMeans> => findMeans({ services, messenger }, { userId: ctx.viewer.userId, token });
  return implement(stepUpApi, {
    ways: async (ctx, _input, { client }) => {
      const { ways, receiver, unreached } = await meansOf(ctx, client.token ?? '');
      return { ways, to: receiver ? maskReceiver(receiver) : null, ...(unreached && { unreached }) };
    },
    sendCode: async (ctx, _input, { client }) => {
      const { receiver } = await meansOf(ctx, client.token ?? '');
      if (!receiver) return throwRefusal(stepUpRefusals, 'stepUp.noCode');
      return sendCode({ database, attempts, messenger, clock }, ctx, { receiver, mode: CODE_MODE, ip: client.ip });
    },
    prove: async (ctx, { password, code }, { client }) => {
      await countAttempt(attempts, perAddress, clientNetwork(client.ip));
      if (password || !code) await requirePassword(services, ctx, password ?? '');
      else await requireCode(services, ctx, { code, means: await meansOf(ctx, client.token ?? '') });
      await attempts.uncount(perAddress, clientNetwork(client.ip));
      await sql`update sys_session set proved_at = ${clock()} where token_hash = ${hashOf(client.token ?? '')}`.execute(database.system);
      sessions.notifyChanged();
      return ctx.say(stepUpWords.proved);
    },
  });
};

const requirePassword = async ({ database, attempts, hasher }: SessionServices, { viewer }: Context, password: string): Promise<void> => {
  await countAttempt(attempts, perAccount, viewer.username);
  const person = await findCredentialsById(database, viewer.userId);
  if (!(await hasher.verify(person?.password, password))) throwRefusal(stepUpRefusals, 'stepUp.password');
  await attempts.clear(perAccount, viewer.username);
};

/** The code of the authenticator if the user has one, otherwise that of the message. */
const requireCode = async (
  { database, attempts, totp, clock }: SessionServices,
  { viewer }: Context,
  { code, means }: { readonly code: string; readonly means: ProofMeans },
): Promise<void> => {
  await countAttempt(attempts, perCode, viewer.userId);
  const { ways, receiver } = means;
  const isRight = ways.includes('totp')
    ? await totp.useCode(viewer.userId, code)
    : receiver !== undefined && (await inSystem(database, (tx) => takeCode(tx, { mode: CODE_MODE, receiver }, { code, now: clock() })));
  if (!isRight) throwRefusal(stepUpRefusals, 'stepUp.code');
  await attempts.clear(perCode, viewer.userId);
};

const findMeans = async (
  { services, messenger }: StepUpRequest,
  { userId, token }: { readonly userId: string; readonly token: string },
): Promise<ProofMeans> => {
  if ((await services.totp.enrolmentState(userId)).enrolled) return { ways: ['totp', 'password'], receiver: undefined };
  const { rows } = await sql<{ phone: string | null; email: string | null; byPassword: boolean }>`select u.phone, u.email, s.by_password
    from sys_session s join sys_user u on u.id = s.user_id where s.token_hash = ${hashOf(token)}`.execute(services.database.system);
  const [row] = rows;
  // A user who signed in with the password has to use it: a code would let anyone who holds the phone authenticate.
  if (!row || row.byPassword) return { ways: ['password'], receiver: undefined };
  const receiver = [receiverOf({ phone: row.phone }), receiverOf({ email: row.email })].find(
    (candidate) => candidate && messenger.channels.has(candidate.channel),
  );
  return receiver ? { ways: [receiver.channel, 'password'], receiver } : { ways: ['password'], receiver: undefined, unreached: true };
};
