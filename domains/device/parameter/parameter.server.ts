import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { pile, pileProtocol } from '#domains/network/resources.ts';
import { settingOf } from '#domains/system/server.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { parameterLabels, parameterRefusals } from './parameter.labels.ts';
import { planParameter, serversIn } from './parameter.rules.ts';
import type { PileFacts } from './parameter.rules.ts';
import { parameterApi, pileServers } from './parameter.ts';

/** The numbers of all 23 parameters. */
const ALL_PARAMETERS = Array.from({ length: 23 }, (_unused, paramNo) => paramNo);

export const parameterRoutes = implement(parameterApi, {
  list: async (ctx, { cpCode }) => {
    await ctx.rows(pile).get(cpCode);
    const { rows } = await sql<{ paramNo: string; value: string; reportedAt: Date }>`select param_no, value, reported_at from pile_parameter
      where cp_code = ${cpCode} order by param_no`.execute(ctx.db);
    return rows.map(({ reportedAt, ...row }) => ({ ...row, reportedAt: reportedAt.toISOString() }));
  },
  setParameter: async (ctx, { cpCode, paramNo, gunNumber, value }) => {
    const facts = await pileFacts(ctx, cpCode);
    const plan = planParameter({ paramNo, gunNumber: gunNumber ?? 0, value: value ?? null }, facts, ctx.now);
    if (!plan.ok && 'problem' in plan) {
      const problem = problemText(plan.problem, { label: ctx.say(parameterLabels.value), language: ctx.viewer.language });
      return throwRefusal(parameterRefusals, 'parameter.badValue', { problem }, { detail: { fields: { value: problem } } });
    }
    if (!plan.ok) return throwRefusal(parameterRefusals, plan.refusal, plan.args);
    return send(ctx, cpCode, { cmd: 'setParameter', ...plan.next });
  },
  readParameters: async (ctx, { cpCode }) => {
    const { name, protocol, disused } = await pileFacts(ctx, cpCode);
    if (disused) return throwRefusal(deviceRefusals, 'device.disused', { name });
    // An OCPP station reports all its configuration keys when none is named.
    return send(ctx, cpCode, { cmd: 'readParameters', paramNos: protocol === pileProtocol.items.ocpp16.value ? [] : ALL_PARAMETERS });
  },
});

export const pileFacts = async (ctx: Context, cpCode: string): Promise<PileFacts> => {
  const row = await ctx.rows(pile).get(cpCode);
  const { rows } = await sql<{ online: boolean; scheduled: boolean }>`select s.online, p.power_control_id is not null as scheduled
    from pile p join pile_state s using (cp_code) where p.cp_code = ${cpCode}`.execute(ctx.db);
  const [state] = rows;
  return {
    name: row.cpName,
    protocol: row.protocol,
    disused: row.cpStat === entityState.disused,
    online: state?.online ?? false,
    gunCount: row.gunCount,
    ratedPower: row.cpPower,
    scheduled: state?.scheduled ?? false,
    servers: serversIn((await settingOf(ctx, pileServers)) ?? ''),
  };
};

type Draft = Parameters<typeof enqueueCommand>[1]['command'];

const send = async (ctx: Context, cpCode: string, command: Draft): Promise<{ commandId: string }> => ({
  commandId: await enqueueCommand(ctx.db, { cpCode, command, requestedBy: ctx.viewer.username, because: 'operator' }),
});
