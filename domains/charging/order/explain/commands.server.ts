import { sql } from 'kysely';
import { deviceCommand } from '#domains/device/resources.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { OrderCommand } from '../order-detail.ts';

/** The most commands shown for one order; a stop that is not obeyed is sent every minute for two days. */
const COMMANDS_MAX = 200;

interface StoredCommand {
  commandId: string;
  cmd: string;
  stat: number;
  result: number | null;
  remark: string | null;
  requestedBy: string;
  because: string;
  createTime: Date;
  sentAt: Date | null;
  completedAt: Date | null;
}

/** The commands that were sent to the pile for this order, the newest first. */
export const readCommands = async (ctx: Context, chargingOrderNo: string): Promise<readonly OrderCommand[]> => {
  const { rows } =
    await sql<StoredCommand>`select command_id, cmd, stat, result, remark, requested_by, because, create_time, sent_at, completed_at from device_command
    where charging_order_no = ${chargingOrderNo} order by create_time desc limit ${COMMANDS_MAX}`.execute(ctx.db);
  return rows.map((row) => ({
    ...row,
    cmd_dictText: commandText(ctx, row.cmd),
    createTime: row.createTime.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
  }));
};

const { codes: commandCodes } = deviceCommand.fields.cmd;

/** A command in words. */
const commandText = (ctx: Context, cmd: string): string => {
  const item = commandCodes && itemOf(commandCodes, cmd);
  return item ? ctx.say(item.words) : cmd;
};
