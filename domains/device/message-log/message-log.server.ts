import { sql } from 'kysely';
import { dayStartMs } from '#engines/time/calendar.ts';
import { refuse } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/route.ts';
import { pile, station } from '#domains/network/resources.ts';
import { MESSAGES_MAX, messageLogApi, messageLogRefusals } from './message-log.ts';
import type { MessageRow } from './message-log.ts';

interface Stored {
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
  list: async (ctx, asked) => {
    if (asked.dayEnd && asked.dayEnd !== asked.day) refuse(messageLogRefusals, 'messageLog.oneDay');
    const { stationId } = await ctx.rows(pile).get(asked.cpCode);
    const { timezone } = await ctx.rows(station).get(stationId);
    const { from, to } = dayIn(asked.day, timezone);
    const current = asked.pageNo ?? 1;
    const size = asked.pageSize ?? 20;
    const where = sql`cp_code = ${asked.cpCode} and at >= ${from} and at < ${to} and (${asked.direction ?? null}::int is null or direction = ${asked.direction ?? null}::int)
      and (${asked.msgType ?? null}::text is null or msg_type = ${asked.msgType ?? null}::text)`;
    const { rows } =
      await sql<Stored>`select at, cp_code, protocol, direction, msg_type, sequence, summary, raw, plain_body from message_log where ${where} order by at desc limit ${size} offset ${(current - 1) * size}`.execute(
        ctx.db,
      );
    const counted = await sql<{
      total: number;
    }>`select count(*)::int4 as total from (select from message_log where ${where} limit ${MESSAGES_MAX + 1}) as found`.execute(ctx.db);
    const total = counted.rows[0]?.total ?? 0;
    return { records: rows.map(rowOf), total: Math.min(total, MESSAGES_MAX), totalCapped: total > MESSAGES_MAX, size, current };
  },
});

const rowOf = (row: Stored): MessageRow => ({ ...row, at: row.at.toISOString(), protocol: row.protocol === 1 ? 'native' : 'ocpp16' });

/** A calendar day of a zone as instants; 23 or 25 hours long where clocks change. */
const dayIn = (text: string, zone: string): { readonly from: Date; readonly to: Date } => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const next = new Date(Date.UTC(year, month - 1, day + 1));
  return {
    from: new Date(dayStartMs({ year, month, day }, zone)),
    to: new Date(dayStartMs({ year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() }, zone)),
  };
};
