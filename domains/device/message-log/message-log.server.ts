import { sql } from 'kysely';
import { dayStartMs } from '#engines/time/calendar.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { conditionClauses } from '#kit/server/lists/list-sql.ts';
import { implement } from '#kit/server/context/route.ts';
import { pile, pileProtocol, station } from '#domains/network/resources.ts';
import { MESSAGES_MAX, frameQuery, messageLogApi, messageLogRefusals } from './message-log.ts';
import type { MessageRow } from './message-log.ts';

interface StoredFrame {
  at: Date;
  cpCode: string;
  protocol: number;
  direction: 1 | 2;
  msgType: string;
  sequence: string;
  summary: string;
  raw: string;
  plainBody: string | null;
}

export const messageLogRoutes = implement(messageLogApi, {
  list: async (ctx, query, { list }) => {
    if (query.dayEnd && query.dayEnd !== query.day) throwRefusal(messageLogRefusals, 'messageLog.oneDay');
    const { stationId } = await ctx.rows(pile).get(query.cpCode);
    const { timezone } = await ctx.rows(station).get(stationId);
    const { from, to } = dayIn(query.day, timezone);
    const current = query.pageNo ?? 1;
    const size = query.pageSize ?? 20;
    // The pile and the day are conditions outside of the advanced query, so that no query reads another partition.
    const clauses = [
      sql`t.cp_code = ${query.cpCode} and t.at >= ${from} and t.at < ${to}`,
      ...(query.direction ? [sql`t.direction = ${query.direction}`] : []),
      ...(query.msgType ? [sql`t.msg_type = ${query.msgType}`] : []),
      ...conditionClauses(frameQuery, list.conditions),
    ];
    const matching = sql`from message_log as t where ${sql.join(clauses, sql` and `)}`;
    const { rows } =
      await sql<StoredFrame>`select t.at, t.cp_code, t.protocol, t.direction, t.msg_type, t.sequence, t.summary, t.raw, t.plain_body ${matching}
      order by t.at desc limit ${size} offset ${(current - 1) * size}`.execute(ctx.db);
    const count = await sql<{ total: number }>`select count(*)::int4 as total from (select ${matching} limit ${MESSAGES_MAX + 1}) as found`.execute(
      ctx.db,
    );
    const total = count.rows[0]?.total ?? 0;
    return { records: rows.map(rowOf), total: Math.min(total, MESSAGES_MAX), totalCapped: total > MESSAGES_MAX, size, current };
  },
});

const rowOf = (row: StoredFrame): MessageRow => ({
  ...row,
  at: row.at.toISOString(),
  protocol: row.protocol === pileProtocol.items.native.value ? 'native' : 'ocpp16',
});

/** A calendar day of a zone as instants; 23 or 25 hours long where clocks change. */
const dayIn = (text: string, zone: string): { readonly from: Date; readonly to: Date } => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const next = new Date(Date.UTC(year, month - 1, day + 1));
  return {
    from: new Date(dayStartMs({ year, month, day }, zone)),
    to: new Date(dayStartMs({ year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() }, zone)),
  };
};
