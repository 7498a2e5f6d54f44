import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { pile, pileProtocol } from '#domains/network/resources.ts';
import { settingOf } from '#domains/system/server.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { hiddenFields } from '#kit/server/rights/field-limits.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { unansweredParameters, voidWaitingParameter } from '../command/waiting-parameters.server.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { parameterNo } from '../protocol.codes.ts';
import { writeForm, writeFormOfSetParameter } from './form-values.server.ts';
import { heldParameter } from './held-parameters.ts';
import { parameterLabels, parameterRefusals } from './parameter.labels.ts';
import { ALL_PARAMETERS, checkFormValue, planParameter, remainingValues, serversIn } from './parameter.rules.ts';
import type { PileFacts, PlannedParameter } from './parameter.rules.ts';
import { parameterApi, pileServers } from './parameter.ts';

export const parameterRoutes = implement(parameterApi, {
  list: async (ctx, { cpCode }) => {
    await ctx.rows(pile).get(cpCode);
    return (await sidesOf(ctx, cpCode)).map(({ reportedAt, ...sides }) => ({
      ...sides,
      ...(isHidden(ctx, sides.paramNo) && { wanted: null, differs: false }),
      reportedAt: reportedAt?.toISOString() ?? null,
    }));
  },
  differing: async (ctx, { cpCodes }) => {
    const piles = await ctx.rows(pile).findMany(splitIds(cpCodes));
    const { rows } = await sql<{
      paramNo: number;
      pileCount: number;
    }>`select coalesce(s.param_no::int, 0) as param_no, count(distinct s.cp_code)::int as pile_count
      from unnest(${piles.map(({ cpCode }) => cpCode)}::text[]) as chosen (cp_code)
      cross join lateral (select cp_code, param_no from pile_parameter_sides where cp_code = chosen.cp_code and differs) s
      group by s.param_no order by s.param_no::int`.execute(ctx.db);
    return rows;
  },
  takeReported: async (ctx, { cpCode, paramNo, value }) => {
    const { name, disused, ratedPower } = await pileFacts(ctx, cpCode);
    if (disused) return throwRefusal(deviceRefusals, 'device.disused', { name });
    const held = heldParameter(paramNo) ?? throwRefusal(parameterRefusals, 'parameter.notHeld');
    if (!held.isTaken) return throwRefusal(parameterRefusals, 'parameter.notTaken');
    const side = (await sidesOf(ctx, cpCode)).find((one) => one.paramNo === String(paramNo) && one.gunNumber === 0);
    if (side?.reported !== value) return throwRefusal(parameterRefusals, 'parameter.reportedChanged');
    const verdict = checkFormValue({ paramNo, value }, ratedPower);
    if (!verdict.ok) return refuse(ctx, verdict);
    await writeForm(ctx, { cpCode, held, text: value });
    return ctx.say(kitWords.changed);
  },
  sendWanted: async (ctx, { cpCode, paramNos }) => {
    const facts = await pileFacts(ctx, cpCode);
    // Two presses at once send the values once.
    await ctx.rows(pile).lock([cpCode]);
    const differing = (await sidesOf(ctx, cpCode)).flatMap(({ paramNo, gunNumber, wanted, differs }) =>
      differs && wanted !== null ? [{ paramNo: Number(paramNo), gunNumber, wanted }] : [],
    );
    const chosen = paramNos == null ? null : new Set(paramNos.split(',').map(Number));
    const remaining = remainingValues(differing, { chosen, unanswered: await unansweredParameters(ctx.db, cpCode) });
    if (!remaining.ok) return throwRefusal(parameterRefusals, remaining.refusal, { name: facts.name });
    let commandId = '';
    for (const value of remaining.next) {
      const plan = planParameter(value, facts, ctx.now);
      if (!plan.ok) return refuse(ctx, plan, itemOf(parameterNo, value.paramNo)?.words);
      commandId = await sendParameter(ctx, { cpCode, plan: plan.next, because: 'wanted' });
    }
    return { commandId, sentCount: remaining.next.length };
  },
  setParameter: async (ctx, { cpCode, paramNo, gunNumber, value }) => {
    const facts = await pileFacts(ctx, cpCode);
    const plan = planParameter({ paramNo, gunNumber: gunNumber ?? 0, value: value ?? null }, facts, ctx.now);
    if (!plan.ok) return refuse(ctx, plan);
    await writeFormOfSetParameter(ctx, { cpCode, paramNo, text: plan.next.value });
    return { commandId: await sendParameter(ctx, { cpCode, plan: plan.next, because: 'operator' }) };
  },
  readParameters: async (ctx, { cpCode }) => {
    const { name, protocol, disused } = await pileFacts(ctx, cpCode);
    if (disused) return throwRefusal(deviceRefusals, 'device.disused', { name });
    // An OCPP station reports all its configuration keys when none is named.
    const command = { cmd: 'readParameters' as const, paramNos: protocol === pileProtocol.items.ocpp16.value ? [] : ALL_PARAMETERS };
    return { commandId: await enqueueCommand(ctx.db, { cpCode, command, requestedBy: ctx.viewer.username, because: 'operator' }) };
  },
});

type RefusedPlan = Extract<ReturnType<typeof planParameter>, { readonly ok: false }>;

/** A value that does not parse is refused in the words of its field. */
const refuse = (ctx: Context, plan: RefusedPlan, label: Words = parameterLabels.value): never => {
  if (!('problem' in plan)) return throwRefusal(parameterRefusals, plan.refusal, plan.args);
  const problem = problemText(plan.problem, { label: ctx.say(label), language: ctx.viewer.language });
  return throwRefusal(parameterRefusals, 'parameter.badValue', { problem }, { detail: { fields: { value: problem } } });
};

/** The parameters of a pile with both their sides. The viewer must see the pile. */
const sidesOf = async (ctx: Context, cpCode: string) => {
  const { rows } = await sql<{
    paramNo: string;
    gunNumber: number;
    wanted: string | null;
    reported: string | null;
    reportedAt: Date | null;
    differs: boolean;
  }>`select coalesce(param_no, '') as param_no, coalesce(gun_number, 0) as gun_number, wanted, reported, reported_at, coalesce(differs, false) as differs
    from pile_parameter_sides where cp_code = ${cpCode} order by param_no, gun_number`.execute(ctx.db);
  return rows;
};

/** A field that is hidden from the viewer shows its value nowhere. */
const isHidden = (ctx: Context, paramNo: string): boolean => {
  const held = heldParameter(Number(paramNo));
  return held !== undefined && hiddenFields(ctx.viewer, held.form).has(held.field);
};

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

interface PlannedSending {
  readonly cpCode: string;
  readonly plan: PlannedParameter;
  readonly because: string;
}

const sendParameter = async (ctx: Context, { cpCode, plan, because }: PlannedSending): Promise<string> => {
  await voidWaitingParameter(ctx.db, { cpCode, ...plan }, ctx.now);
  return enqueueCommand(ctx.db, { cpCode, command: { cmd: 'setParameter', ...plan }, requestedBy: ctx.viewer.username, because });
};
