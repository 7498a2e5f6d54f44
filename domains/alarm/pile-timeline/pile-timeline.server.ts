import { sql } from 'kysely';
import { chargingOrder } from '#domains/charging/resources.ts';
import { deviceCommand } from '#domains/device/resources.ts';
import { pile } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { exceptionRecord } from '../exception-record/exception-record.ts';
import { pileTimelineApi } from './pile-timeline.ts';
import type { TimelineItem } from './pile-timeline.ts';

const HOUR_MS = 3_600_000;
/** Items of each kind. */
const ITEMS_MAX = 400;
/** An order that began earlier than this before the axis begins is not shown. */
const ORDER_MAX_HOURS = 48;

interface TimeSpan {
  readonly cpCode: string;
  readonly from: Date;
  readonly to: Date;
}

export const pileTimelineRoutes = implement(pileTimelineApi, {
  timeline: async (ctx, { cpCode, hours, until }) => {
    const { gunCount } = await ctx.rows(pile).get(cpCode);
    const to = until ?? ctx.now;
    const span = { cpCode, to, from: new Date(to.getTime() - hours * HOUR_MS) };
    const kinds = [
      await exceptionsOf(ctx, span),
      hasPermission(ctx.viewer, `${chargingOrder.name}:list`) ? await ordersOf(ctx, span) : [],
      hasPermission(ctx.viewer, `${deviceCommand.name}:list`) ? await commandsOf(ctx, span) : [],
    ];
    return {
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      gunCount,
      items: kinds.flat().toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
      isCut: kinds.some(({ length }) => length === ITEMS_MAX),
    };
  },
});

const exceptionsOf = async (ctx: Context, { cpCode, from, to }: TimeSpan): Promise<readonly TimelineItem[]> => {
  const { rows } = await sql<{
    id: bigint;
    gunNumber: number;
    at: Date;
    end: Date | null;
    type: number;
    code: number;
    level: number;
    text: string;
    stat: number;
  }>`select t.exception_record_id as id, t.gun_number, t.error_time as at, t.fault_end_time as "end", t.exception_type as type, t.exception_code as code, t.exception_level as level,
      t.error_info as text, t.solve_stat as stat
    from exception_record as t where ${inScope(ctx, exceptionRecord)} and t.cp_code = ${cpCode} and t.error_time < ${to} and (t.fault_end_time is null or t.fault_end_time >= ${from})
    order by t.error_time desc, t.exception_record_id desc limit ${ITEMS_MAX}`.execute(ctx.db);
  return rows.map(({ id, at, end, ...row }) => ({
    ...row,
    kind: 'exception',
    id: String(id),
    at: at.toISOString(),
    end: end?.toISOString() ?? null,
    result: null,
  }));
};

const noException = { type: null, code: null, level: null } as const;

const ordersOf = async (ctx: Context, { cpCode, from, to }: TimeSpan): Promise<readonly TimelineItem[]> => {
  const { rows } = await sql<{
    id: bigint;
    gunNumber: number;
    at: Date;
    end: Date | null;
    text: string;
    stat: number;
  }>`select t.charging_order_id as id, t.gun_number,
      coalesce(t.start_time, t.create_time) as at, t.stop_time as "end", t.charging_order_no as text, t.order_state as stat
    from charging_order as t where ${inScope(ctx, chargingOrder)} and t.cp_code = ${cpCode} and t.create_time < ${to} and t.create_time > ${from}::timestamptz - ${sql.lit(ORDER_MAX_HOURS)} * interval '1 hour'
      and (t.stop_time is null or t.stop_time >= ${from}) order by t.create_time desc, t.charging_order_id desc limit ${ITEMS_MAX}`.execute(ctx.db);
  return rows.map(({ id, at, end, ...row }) => ({
    ...row,
    ...noException,
    kind: 'order',
    id: String(id),
    at: at.toISOString(),
    end: end?.toISOString() ?? null,
    result: null,
  }));
};

const commandsOf = async (ctx: Context, { cpCode, from, to }: TimeSpan): Promise<readonly TimelineItem[]> => {
  const { rows } = await sql<{
    id: string;
    gunNumber: number;
    at: Date;
    text: string;
    stat: number;
    result: number | null;
  }>`select t.command_id as id, coalesce(t.gun_number, 0) as gun_number, t.create_time as at, t.cmd as text, t.stat, t.result
    from device_command as t where ${inScope(ctx, deviceCommand)} and t.cp_code = ${cpCode} and t.create_time >= ${from} and t.create_time < ${to}
    order by t.create_time desc, t.command_id desc limit ${ITEMS_MAX}`.execute(ctx.db);
  return rows.map(({ at, ...row }) => ({ ...row, ...noException, kind: 'command', at: at.toISOString(), end: at.toISOString() }));
};
