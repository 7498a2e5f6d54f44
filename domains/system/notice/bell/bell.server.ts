import { sql } from 'kysely';
import { inScope } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import type { Bus } from '#kit/db/messaging/bus.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { settingOf } from '../../config/read-setting.server.ts';
import { pollSec } from '../notice-settings.ts';
import type { BellAnswer } from '../notice.ts';
import { BELL_DAYS, bellColumns, isUnread, itemOf, noticesAddressedTo } from './addressed-notices.server.ts';
import type { BellRow } from './addressed-notices.server.ts';

/** The topic that wakes the bells of all processes. */
export const NOTICE_TOPIC = 'notice.changed';

/** Every tab polls every six seconds. For each user the tables are queried at most this often, however many tabs are open. */
const bounds = { cacheMs: 5_000, cachedViewersMax: 10_000 } as const;
const DEFAULT_SIZE = 5;

type UnreadNotices = Omit<BellAnswer, 'pollSec'>;

/** Caches the unread notices of users for a short time. */
export interface Bell {
  readonly of: (viewer: Viewer, pageSize?: number | null) => Promise<UnreadNotices>;
  /** The polling interval of browsers, as the operator has set it. */
  readonly everySec: (registry: object) => Promise<number>;
  /** Discards the cached notices of a user who has read something. */
  readonly forget: (userId: string) => void;
  readonly stop: () => void;
}

export const createBell = ({ database, clock, bus }: { readonly database: Database; readonly clock: () => Date; readonly bus: Bus }): Bell => {
  const cache = new Map<string, { readonly untilMs: number; readonly answer: Promise<UnreadNotices> }>();
  const stop = bus.on(NOTICE_TOPIC, () => cache.clear());
  return {
    of: (viewer, pageSize) => {
      const size = pageSize ?? DEFAULT_SIZE;
      const key = `${viewer.userId} ${size} ${JSON.stringify(viewer.sees.tenant)}`;
      const nowMs = clock().getTime();
      const cached = cache.get(key);
      if (cached && cached.untilMs > nowMs) return cached.answer;
      if (cache.size >= bounds.cachedViewersMax) cache.clear();
      const answer = unreadOf(database, viewer, { size, now: clock() });
      const entry = { untilMs: nowMs + bounds.cacheMs, answer };
      cache.set(key, entry);
      answer.catch(() => cache.get(key) === entry && cache.delete(key));
      return answer;
    },
    everySec: (registry) => settingOf({ db: database.system, registry, now: clock() }, pollSec),
    forget: (userId) => {
      for (const key of cache.keys()) if (key.startsWith(`${userId} `)) cache.delete(key);
    },
    stop,
  };
};

const unreadOf = (database: Database, viewer: Viewer, page: { readonly size: number; readonly now: Date }): Promise<UnreadNotices> => {
  const { tenant } = viewer.sees;
  const tenants = tenant === 'all' ? tenant : tenant.map(BigInt);
  return inScope(database, { tenants, readOnly: true }, async (tx) => {
    const [announcements, messages] = [
      await bucketOf(tx, viewer, { ...page, category: '1' }),
      await bucketOf(tx, viewer, { ...page, category: '2' }),
    ];
    return { anntMsgList: announcements.list, anntMsgTotal: announcements.total, sysMsgList: messages.list, sysMsgTotal: messages.total };
  });
};

const bucketOf = async (
  tx: Tx,
  viewer: Viewer,
  { size, now, category }: { readonly size: number; readonly now: Date; readonly category: '1' | '2' },
) => {
  const since = new Date(now.getTime() - BELL_DAYS * 86_400_000);
  const { rows } = await sql<BellRow & { readonly total: number }>`select ${bellColumns}, count(*) over ()::int4 as total
    from ${noticesAddressedTo(viewer, now)} and ${isUnread} and a.msg_category = ${category} and a.send_time > ${since}
    order by a.send_time desc, a.id desc limit ${size}`.execute(tx.withoutPlugins());
  return { list: rows.map(itemOf), total: rows[0]?.total ?? 0 };
};
