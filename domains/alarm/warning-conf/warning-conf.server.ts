import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import type { SwitchState } from '../channel/channel.codes.ts';
import { warningAccount } from '../warning-account/warning-account.ts';
import { requireUsable } from '../warning-account/test-account.server.ts';
import { writeDirectMessage } from '../warning-log/write-log.server.ts';
import { warningKind } from '../warning-log/warning-log.codes.ts';
import { checkTemplate, fillTemplate, sampleValues } from './template.rules.ts';
import { warningConfRefusals, warningConfWords } from './warning-conf.labels.ts';
import { warningConf, warningConfApi } from './warning-conf.ts';

const { importExcel: _import, exportTemplate: _template, ...standardHandlers } = crudHandlers(warningConf);

export const warningConfRoutes = implement(warningConfApi, {
  ...standardHandlers,
  add: (ctx, draft) => {
    const tenantId = singleId(ctx.viewer.sees.tenant) ?? null;
    if (tenantId === null && ctx.viewer.sees.tenant !== 'all') throwRefusal(warningConfRefusals, 'warningConf.platformOwn');
    return ctx.rows(warningConf).insert({ ...draft, warningMsgTempl: templateOrRefuse(draft.warningMsgTempl), tenantId });
  },
  edit: async (ctx, input, extras) => {
    requireOwn(ctx, await ctx.rows(warningConf).get(String(input.warningConfId)));
    const { warningMsgTempl } = input;
    return standardHandlers.edit(
      ctx,
      typeof warningMsgTempl === 'string' ? { ...input, warningMsgTempl: templateOrRefuse(warningMsgTempl) } : input,
      extras,
    );
  },
  ...deleteHandlers(warningConf, async (ctx, row) => {
    requireOwn(ctx, row);
    const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from warning_account
      where warning_conf_id = ${row.warningConfId} and not is_delete`.execute(ctx.db);
    const [{ count } = { count: 0 }] = rows;
    if (count > 0) throwRefusal(warningConfRefusals, 'warningConf.inUse', { count });
  }),
  ...stateHandlers(warningConf, (ctx, row, warningConfStat: SwitchState) => {
    requireOwn(ctx, row);
    return ctx.rows(warningConf).change(row.warningConfId, { warningConfStat });
  }),
  sendSample: async (ctx, { warningMsgTempl, warningLang, warningAccountId }) => {
    const template = templateOrRefuse(warningMsgTempl);
    const account = await ctx.rows(warningAccount).get(warningAccountId);
    requireUsable(account);
    await writeDirectMessage(ctx.db, {
      account,
      kind: warningKind.sample,
      title: ctx.say(warningConfWords.preview),
      text: fillTemplate(template, sampleValues(warningLang)),
      now: ctx.now,
    });
    return ctx.say(warningConfWords.sampleSent);
  },
});

const templateOrRefuse = (template: string): string => {
  const verdict = checkTemplate(template);
  return verdict.ok ? verdict.next : throwRefusal(warningConfRefusals, verdict.refusal, verdict.args);
};

/** Tenants see the rows of the platform, and do not change them. */
const requireOwn = ({ viewer }: Context, row: { readonly tenantId: string | null }): void => {
  if (row.tenantId === null && viewer.sees.tenant !== 'all') throwRefusal(warningConfRefusals, 'warningConf.platformOwn');
};
