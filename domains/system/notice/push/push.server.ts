import { sql } from 'kysely';
import type { Bus } from '#kit/db/messaging/bus.ts';
import type { Database } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { NOTICE_TOPIC } from '../bell/bell.server.ts';
import type { NoticePushed } from '../notice.ts';

/** Notifies the bells of this process about new notices in the tables, whichever process wrote them. */
export interface NoticePush {
  readonly watch: (viewer: () => Viewer, notify: (push: NoticePushed) => void) => () => void;
  readonly close: () => Promise<void>;
}

interface PushedNotice {
  readonly id: string;
  readonly titile: string;
  readonly msgType: string;
  readonly tenantId: string | null;
  readonly receivers: readonly string[] | null;
  readonly pushTime: string;
}

interface Watcher {
  readonly viewer: () => Viewer;
  readonly notify: (push: NoticePushed) => void;
}

/** Pushes that were committed this late are still found. */
const LATE_SECONDS = 60;
/** The number of pushes that are read at a time; if there are more, every bell reloads. */
const PUSHES_MAX = 50;

export const createNoticePush = (deps: {
  readonly database: Database;
  readonly bus: Bus;
  readonly onError: (error: unknown) => void;
}): NoticePush => {
  const { database, bus, onError } = deps;
  const watchers = new Set<Watcher>();
  const pushedAt = new Map<string, string>();
  let running: Promise<void> | undefined;
  let isWoken = false;

  const pushRecent = async (): Promise<void> => {
    while (isWoken) {
      isWoken = false;
      const recentNotices = watchers.size === 0 ? [] : await recentlyPushed(database).catch(noneOnError(onError));
      const newNotices = recentNotices.filter(({ id, pushTime }) => pushedAt.get(id) !== pushTime);
      for (const { id, pushTime } of recentNotices) pushedAt.set(id, pushTime);
      if (pushedAt.size > 10 * PUSHES_MAX) pushedAt.clear();
      // A wake-up without new notices makes everyone reload.
      if (newNotices.length === 0) pushToAll({ cmd: 'topic', msgId: '', msgTxt: '' });
      for (const pushedNotice of newNotices) pushNotice(pushedNotice);
    }
    running = undefined;
  };
  const pushToAll = (push: NoticePushed): void => {
    for (const { notify } of watchers) notify(push);
  };
  const pushNotice = ({ id, titile, msgType, tenantId, receivers }: PushedNotice): void => {
    for (const { viewer, notify } of watchers) {
      if (msgType === 'ALL' ? isInTenant(viewer(), tenantId) : receivers?.includes(viewer().userId))
        notify({ cmd: msgType === 'ALL' ? 'topic' : 'user', msgId: id, msgTxt: titile });
    }
  };
  const stop = bus.on(NOTICE_TOPIC, () => {
    isWoken = true;
    running ??= pushRecent();
  });
  return {
    watch: (viewer, notify) => {
      const watcher = { viewer, notify };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    close: async () => {
      stop();
      await running;
    },
  };
};

const noneOnError =
  (onError: (error: unknown) => void) =>
  (error: unknown): readonly PushedNotice[] => {
    onError(error);
    return [];
  };

const isInTenant = ({ sees }: Viewer, tenantId: string | null): boolean =>
  tenantId === null || (sees.tenant !== 'all' && sees.tenant.includes(tenantId));

const recentlyPushed = async (database: Database): Promise<readonly PushedNotice[]> => {
  const { rows } =
    await sql<PushedNotice>`select a.id::text as id, a.titile, a.msg_type as "msgType", a.tenant_id::text as "tenantId", a.push_time::text as "pushTime",
      case when a.msg_type = 'USER' then array(select s.user_id::text from sys_announcement_send s where s.annt_id = a.id) end as receivers
    from sys_announcement a where a.push_time > now() - make_interval(secs => ${LATE_SECONDS}) order by a.push_time desc limit ${PUSHES_MAX}`.execute(
      database.system.withoutPlugins(),
    );
  return rows.toReversed();
};
