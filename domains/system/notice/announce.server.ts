import { sql } from 'kysely';
import type { Database } from '#kit/db/index.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import { NOTICE_TOPIC } from './bell/bell.server.ts';
import { SYSTEM_SENDER } from './notice.labels.ts';
import type { systemTitles } from './notice.labels.ts';
import { msgCategory, sendStatus } from './notice.codes.ts';

/** A message of the system itself; its title is the key of a text. */
export interface SystemMessage {
  readonly title: keyof typeof systemTitles;
  readonly content: string;
  readonly openPage: string;
  readonly now: Date;
}

const HIGH = 'H';

/** Notifies the platform's staff and updates their bells. An equal message is not sent again while nobody has read the last one. */
export const announceToPlatform = async (database: Database, registry: Registry, message: SystemMessage): Promise<void> => {
  const user = registry.feature('user')?.resource;
  if (!user) return;
  await inSystem(database, async (tx) => {
    const db = tx.withoutPlugins();
    const { rows } = await sql<{ id: bigint }>`insert into sys_announcement
      (titile, msg_content, priority, msg_category, msg_type, send_status, sender, send_time, push_time, open_type, open_page, create_by, create_time)
      select ${message.title}, ${message.content}, ${HIGH}, ${sql.lit(msgCategory.items.system.value)}, 'USER', ${sql.lit(sendStatus.items.released.value)}, ${SYSTEM_SENDER}, ${message.now}, clock_timestamp(), 'component', ${message.openPage},
        ${SYSTEM_SENDER}, ${message.now}
      where not exists (select from sys_announcement a join sys_announcement_send s on s.annt_id = a.id
        where a.sender = ${SYSTEM_SENDER} and a.titile = ${message.title} and not a.is_delete and not s.is_read)
      returning id`.execute(db);
    const id = rows[0]?.id;
    if (id === undefined) return;
    tx.wake(NOTICE_TOPIC);
    await sql`insert into sys_announcement_send (annt_id, user_id, tenant_id)
      select ${id}, u.id, 0 from ${sql.table(user.table)} as u where u.tenant_id is null and not u.is_delete`.execute(db);
  });
};
