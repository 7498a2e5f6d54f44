import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import type { JournalEntry } from '#kit/server/http/journal.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import { singleId } from '#kit/server/context/viewer.ts';

/** The user of a logged call. */
export interface Actor {
  readonly userId: string | null;
  readonly username: string;
  readonly realname: string;
  readonly tenantId?: string;
}

interface ActorDeps {
  readonly database: Database;
  readonly registry: Registry;
}

/** The user of a call: the viewer, or the user who was to be signed in. */
export const actorOf = async (act: JournalEntry, deps: ActorDeps): Promise<Actor> => {
  const { viewer, endpoint } = act;
  if (viewer) return { userId: viewer.userId, username: viewer.username, realname: viewer.realname, tenantId: singleId(viewer.sees.tenant) ?? '0' };
  if (endpoint.signs !== 'in') return { userId: null, username: '', realname: '' };
  const userInfo = recordAt(recordAt(act.answer, 'result'), 'userInfo');
  if (userInfo) {
    const [userId, username, realname, tenantId] = ['id', 'username', 'realname', 'tenantId'].map((name) => textAt(userInfo, name));
    return { userId: userId ?? null, username: username ?? '', realname: realname ?? '', tenantId: tenantId ?? '0' };
  }
  return findPerson(act, deps);
};

/** The user of a failed sign-in. An unknown name is not stored as it is, because people sometimes type a password into that field. */
const findPerson = async (act: JournalEntry, { database, registry }: ActorDeps): Promise<Actor> => {
  const loginName = textAt(act.input, 'username') ?? textAt(act.input, 'mobile') ?? textAt(act.input, 'phone') ?? '';
  const user = registry.feature('user')?.resource;
  if (user && loginName !== '') {
    const { rows } = await sql<{ id: string; username: string; realname: string; tenantId: string | null }>`
      select id::text, username, realname, ${sql.ref(columnOf('tenantId'))}::text as "tenantId" from ${sql.table(user.table)}
      where (lower(username) = lower(${loginName}) or phone = ${loginName}) and not is_delete limit 1`.execute(database.system.withoutPlugins());
    const [row] = rows;
    if (row) return { userId: row.id, username: row.username, realname: row.realname, tenantId: row.tenantId ?? '0' };
  }
  return { userId: null, username: loginName === '' ? '' : `${[...loginName].slice(0, 2).join('')}***`, realname: '', tenantId: '0' };
};

const recordAt = (value: unknown, name: string): object | undefined => {
  const found = valueAt(value, name);
  return typeof found === 'object' && found !== null ? found : undefined;
};
const textAt = (value: unknown, name: string): string | undefined => {
  const found = valueAt(value, name);
  return typeof found === 'string' && found !== '' ? found.replaceAll('\0', '') : undefined;
};
const valueAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
