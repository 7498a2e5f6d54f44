import { sql } from 'kysely';
import type { Bus } from '#kit/db/messaging/bus.ts';
import type { Database } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { NOTICE_TOPIC } from '../bell/bell.server.ts';
import type { NoticePushed } from '../notice.ts';

/** Tells the bells of this process what the tables say, whoever wrote it. */
export interface NoticePush {
  readonly watch: (viewer: () => Viewer, tell: (push: NoticePushed) => void) => () => void;
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
  readonly tell: (push: NoticePushed) => void;
}

/** A push that was committed late still counts. */
const LATE_SECONDS = 60;
/** Pushes of one look; beyond it every bell looks by itself. */
const PUSHES_MAX = 50;

export const createNoticePush = (parts: {
  readonly database: Database;
  readonly bus: Bus;
  readonly onError: (error: unknown) => void;
}): NoticePush => {
  const { database, bus, onError } = parts;
  const watchers = new Set<Watcher>();
  const done = new Map<string, string>();
  let running: Promise<void> | undefined;
  let again = false;

  const look = async (): Promise<void> => {
    while (again) {
      again = false;
      const found = watchers.size === 0 ? [] : await recent(database).catch(onErrorNone(onError));
      const news = found.filter(({ id, pushTime }) => done.get(id) !== pushTime);
      for (const { id, pushTime } of found) done.set(id, pushTime);
      if (done.size > 10 * PUSHES_MAX) done.clear();
      // A wake that names nothing asks everybody to look.
      if (news.length === 0) tellAll({ cmd: 'topic', msgId: '', msgTxt: '' });
      for (const each of news) tellOf(each);
    }
    running = undefined;
  };
  const tellAll = (push: NoticePushed): void => {
    for (const { tell } of watchers) tell(push);
  };
  const tellOf = ({ id, titile, msgType, tenantId, receivers }: PushedNotice): void => {
    for (const { viewer, tell } of watchers) {
      if (msgType === 'ALL' ? isOf(viewer(), tenantId) : receivers?.includes(viewer().userId))
        tell({ cmd: msgType === 'ALL' ? 'topic' : 'user', msgId: id, msgTxt: titile });
    }
  };
  const stop = bus.on(NOTICE_TOPIC, () => {
    again = true;
    running ??= look();
  });
  return {
    watch: (viewer, tell) => {
      const watcher = { viewer, tell };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    close: async () => {
      stop();
      await running;
    },
  };
};

const onErrorNone =
  (onError: (error: unknown) => void) =>
  (error: unknown): readonly PushedNotice[] => {
    onError(error);
    return [];
  };

const isOf = ({ sees }: Viewer, tenantId: string | null): boolean => tenantId === null || (sees.tenant !== 'all' && sees.tenant.includes(tenantId));

const recent = async (database: Database): Promise<readonly PushedNotice[]> => {
  const { rows } =
    await sql<PushedNotice>`select a.id::text as id, a.titile, a.msg_type as "msgType", a.tenant_id::text as "tenantId", a.push_time::text as "pushTime",
      case when a.msg_type = 'USER' then array(select s.user_id::text from sys_announcement_send s where s.annt_id = a.id) end as receivers
    from sys_announcement a where a.push_time > now() - make_interval(secs => ${LATE_SECONDS}) order by a.push_time desc limit ${PUSHES_MAX}`.execute(
      database.system.withoutPlugins(),
    );
  return rows.toReversed();
};
