import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Viewer } from '#kit/server/context/viewer.ts';
import type { BellItem } from '../notice.ts';
import { sendStatus } from '../notice.codes.ts';

/** The bell shows notices of this many days. */
export const BELL_DAYS = 60;

/** The tenants whose notices to everyone the viewer receives, in addition to the platform's. */
const tenantsOf = ({ sees }: Viewer): readonly string[] => (sees.tenant === 'all' ? [] : sees.tenant);

/** The notices that were sent to a viewer, as `a`, with their reading state as `s`. */
export const noticesAddressedTo = (viewer: Viewer, now: Date): RawBuilder<unknown> => sql`sys_announcement a
  left join sys_announcement_send s on s.annt_id = a.id and s.user_id = ${viewer.userId}
  where not a.is_delete and a.send_status = ${sql.lit(sendStatus.items.released.value)} and (a.start_time is null or a.start_time <= ${now}) and (a.end_time is null or a.end_time > ${now})
    and ((a.msg_type = 'ALL' and (a.tenant_id is null or a.tenant_id = any(${tenantsOf(viewer)}::int8[]))) or (a.msg_type = 'USER' and s.user_id is not null))`;

export const isUnread = sql<SqlBool>`not coalesce(s.is_read, false)`;

export const bellColumns = sql`a.id::text as id, a.titile, a.msg_abstract as "msgAbstract", a.priority, a.msg_category as "msgCategory", a.sender,
  a.create_time as "createTime", a.send_time as "sendTime", a.open_type as "openType", a.open_page as "openPage", a.bus_id as "busId"`;

export interface BellRow extends Omit<BellItem, 'anntId' | 'createTime' | 'sendTime'> {
  readonly createTime: Date;
  readonly sendTime: Date | null;
}

export const itemOf = (row: BellRow): BellItem => ({
  id: row.id,
  anntId: row.id,
  titile: row.titile,
  msgAbstract: row.msgAbstract,
  priority: row.priority,
  msgCategory: row.msgCategory,
  sender: row.sender,
  createTime: row.createTime.toISOString(),
  sendTime: row.sendTime?.toISOString() ?? null,
  openType: row.openType,
  openPage: row.openPage,
  busId: row.busId,
});
