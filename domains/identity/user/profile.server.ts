import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { encodeRow } from '#kit/server/values/encode-row.ts';
import type { Context } from '#kit/server/context/context.ts';
import { withoutHiddenFields } from '#kit/server/rights/field-limits.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { refuseDuplicate } from '#kit/server/rows/rows.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { codeRefusals } from '../code/code.labels.ts';
import { ownersOf } from '../code/code.server.ts';
import { receiverOf } from '../code/receiver.rules.ts';
import { takeCode } from '../code/code-store.server.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { countAttempt, perAddress } from '../attempts/attempts.server.ts';
import type { Attempts } from '../attempts/attempts.server.ts';
import type { Sessions } from '../session/session-store.server.ts';
import { userRefusals } from './user.labels.ts';
import { ownShown, ownUser, user } from './user.ts';
import type { userApi } from './user.ts';

type OwnRow = Row<typeof ownUser.fields>;
const CHANGE_MODE = '3';

interface ProfileDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
}

/** The user's own profile. The scope could hide the user's own row, so it is read without the scope. */
export const profileHandlers = (deps: ProfileDeps): Pick<Handlers<typeof userApi>, 'getUserData' | 'userEdit' | 'changeContact'> => ({
  getUserData: (ctx) => inSystem(deps.database, (tx) => readOwn(tx, ctx)),
  userEdit: async (ctx, { id, version, ...patch }) => {
    if (id && id !== ctx.viewer.userId) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    return changeOwnRow(deps, ctx, async (_tx, before) => {
      if (typeof version === 'number' && version !== before.version) refuseStale(ctx, before);
      return patch;
    });
  },
  changeContact: async (ctx, { phone, email, smscode }, { client }) => {
    const receiver = receiverOf(phone ? { phone } : { email: email ?? null }) ?? throwRefusal(codeRefusals, 'code.receiver');
    await countAttempt(deps.attempts, perAddress, clientNetwork(client.ip));
    // A wrong code is used up, so its result is committed before anything is refused.
    const isRight = await inSystem(deps.database, (tx) => takeCode(tx, { mode: CHANGE_MODE, receiver }, { code: smscode, now: ctx.now }));
    if (!isRight) throwRefusal(codeRefusals, 'code.wrong');
    await deps.attempts.uncount(perAddress, clientNetwork(client.ip));
    return changeOwnRow(deps, ctx, async (tx) => {
      const otherOwners = (await ownersOf(tx, receiver)).filter((name) => name !== ctx.viewer.username);
      if (otherOwners.length > 0) throwRefusal(userRefusals, receiver.channel === 'sms' ? 'user.phoneTaken' : 'user.mailTaken');
      return receiver.channel === 'sms' ? { phone: receiver.to } : { email: receiver.to };
    });
  },
});

type Patch = { readonly [K in keyof OwnRow]?: OwnRow[K] | undefined };

const changeOwnRow = async (
  { database, sessions }: ProfileDeps,
  ctx: Context,
  decide: (tx: Tx, before: OwnRow) => Promise<Patch>,
): Promise<OwnRow> => {
  const trailCount = ctx.trail.count();
  const saved = await inSystem(database, async (tx) => {
    ctx.trail.truncate(trailCount);
    const before = await readOwn(tx, ctx);
    const patch = await decide(tx, before);
    const { realname, avatar, sex, birthday, telephone, phone, email } = { ...before, ...definedFields(patch) };
    // Another user may take the number at the same moment.
    await refuseDuplicate(ctx, user, () =>
      sql`update sys_user set realname = ${realname}, avatar = ${avatar}, sex = ${sex}, birthday = ${birthday}, telephone = ${telephone}, phone = ${phone},
      email = ${email}, version = version + 1, update_by = ${ctx.viewer.username}, update_time = ${ctx.now} where id = ${ctx.viewer.userId}`.execute(
        tx,
      ),
    );
    const after = await readOwn(tx, ctx);
    ctx.trail.note({ noun: ownUser, key: after.id, before, after });
    return after;
  });
  ctx.afterCommit(sessions.notifyChanged);
  return saved;
};

const definedFields = (patch: Patch): Patch => Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));

/** Locks the row until the end of the transaction. */
const readOwn = async (tx: Tx, { viewer }: Context): Promise<OwnRow> => {
  const { rows } = await sql<OwnRow>`select id::text, username, realname, avatar, sex, birthday::text, telephone, phone, email, version
    from sys_user where id = ${viewer.userId} and not is_delete for update`.execute(tx);
  return rows[0] ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
};

const refuseStale = (ctx: Context, current: OwnRow): never =>
  throwRefusal(
    kitRefusals,
    'conflict',
    {},
    { status: 409, detail: { current: withoutHiddenFields(ctx.viewer, ownUser, encodeRow(ownShown, current, ctx.viewer.language)) } },
  );
