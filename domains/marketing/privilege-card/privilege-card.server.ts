import { sql } from 'kysely';
import { cardSale } from '#engines/marketing/codes.ts';
import { mainPartType } from '#engines/order/codes.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import { car, card as icCard, customer, custType } from '#domains/customer/resources.ts';
import { partyById } from '#domains/customer/server.ts';
import { agent, station, tenant } from '#domains/network/resources.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { valueOr } from '../changed-fields.ts';
import { privilegeCardRefusals } from './privilege-card.labels.ts';
import { changeState, checkCard, mayEdit } from './privilege-card.rules.ts';
import type { CardDraft } from './privilege-card.rules.ts';
import { privilegeCard, privilegeCardApi } from './privilege-card.ts';
import type { FeatureSwitch } from './privilege-card.ts';
import { giveCard } from './take-card.server.ts';
import type { TakenCard } from './take-card.server.ts';

const standardHandlers = crudHandlers(privilegeCard);
const { list, queryById, exportXls, queryList } = standardHandlers;

export const privilegeCardRoutes = implement(privilegeCardApi, {
  list,
  queryById,
  exportXls,
  queryList,
  ...deleteHandlers(privilegeCard, async (_ctx, { issued }) =>
    issued > 0 ? throwRefusal(privilegeCardRefusals, 'privilegeCard.issuedAlready') : undefined,
  ),
  add: async (ctx, draft) => {
    await checkDraft(ctx, draft.tenantId, draftOf(draft));
    const { currency } = await ctx.rows(tenant).get(draft.tenantId);
    return ctx.rows(privilegeCard).insert({ ...draft, currency, state: cardSale.off });
  },
  edit: async (ctx, input, extras) => {
    await ctx.rows(privilegeCard).lock([String(input.privilegeCardId)]);
    const before = await ctx.rows(privilegeCard).get(String(input.privilegeCardId));
    const verdict = mayEdit(before, valueOr(input.totalNum, before.totalNum));
    if (!verdict.ok) throwRefusal(privilegeCardRefusals, verdict.refusal, verdict.args);
    await checkDraft(ctx, before.tenantId, mergedDraft(before, input));
    return standardHandlers.edit(ctx, input, extras);
  },
  feature: async (ctx, { tenantId }) => readFeature(ctx, await tenantOf(ctx, tenantId)),
  toggleFeature: async (ctx, { enable, tenantId }) => {
    if (ctx.viewer.sees.agent !== 'all') throwRefusal(privilegeCardRefusals, 'privilegeCard.tenantOnly');
    const id = await tenantOf(ctx, tenantId);
    await sql`insert into privilege_card_feature (tenant_id, feature, update_by, update_time) values (${id}, ${enable}, ${ctx.viewer.username}, ${ctx.now})
      on conflict (tenant_id) do update set feature = excluded.feature, update_by = excluded.update_by, update_time = excluded.update_time
      where privilege_card_feature.feature <> excluded.feature`.execute(ctx.db);
    return readFeature(ctx, id);
  },
  changeState: async (ctx, { id, state }) => {
    await ctx.rows(privilegeCard).lock([id]);
    const verdict = changeState((await ctx.rows(privilegeCard).get(id)).state, state);
    if (!verdict.ok) return throwRefusal(privilegeCardRefusals, verdict.refusal);
    if (verdict.next === 'change') await ctx.rows(privilegeCard).change(id, { state });
    return { state };
  },
  grant: async (ctx, { privilegeCardId, mainPartType: kind, mainPartId }) => give(ctx, privilegeCardId, { kind, id: mainPartId }),
  grantToCustomer: async (ctx, { privilegeCardId, custId }) => {
    const isPerson = (await ctx.rows(customer).get(custId)).custType === custType.items.personal.value;
    return give(ctx, privilegeCardId, { kind: isPerson ? mainPartType.phoneUser : mainPartType.agentCustomer, id: custId });
  },
  grantToCard: async (ctx, { privilegeCardId, icCardId }) => give(ctx, privilegeCardId, { kind: mainPartType.icCard, id: icCardId }),
});

/** The tenant whose switch is meant: the viewer's own, or the one that is named. */
const tenantOf = async (ctx: Context, tenantId: string | null | undefined): Promise<string> => {
  const { tenant: own } = ctx.viewer.sees;
  const id = tenantId ?? (own !== 'all' && own.length === 1 ? own[0] : undefined);
  if (id === undefined) return throwRefusal(privilegeCardRefusals, 'privilegeCard.tenantMissing', {}, { status: 400 });
  return (await ctx.rows(tenant).get(id)).tenantId;
};

const readFeature = async (ctx: Context, tenantId: string): Promise<FeatureSwitch> => {
  const { rows } = await sql<{ feature: number }>`select feature from privilege_card_feature where tenant_id = ${tenantId}`.execute(ctx.db);
  return { feature: rows[0]?.feature === 1 ? 1 : 0 };
};

interface PartyKey {
  readonly kind: MainPartType;
  readonly id: string;
}

const give = async (ctx: Context, privilegeCardId: string, { kind, id }: PartyKey): Promise<TakenCard> => {
  await ctx.rows(privilegeCard).get(privilegeCardId);
  // The party has to lie within the viewer's scope.
  await ctx.anyRows(kind === mainPartType.icCard ? icCard : kind === mainPartType.vehicleVin ? car : customer).get(id);
  const party = (await partyById(ctx.db, kind, id)) ?? throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  return giveCard(ctx.db, { privilegeCardId, party, by: ctx.viewer.username, now: ctx.now });
};

/** The fields that are checked together, of a draft that may leave out the optional ones. */
type DraftFields = Pick<CardDraft, 'cardKind' | 'level' | 'limitNum'> & { readonly [K in keyof CardDraft]?: CardDraft[K] | undefined };

const draftOf = (of: DraftFields): CardDraft => ({
  cardKind: of.cardKind,
  level: of.level,
  limitNum: of.limitNum,
  agentId: of.agentId ?? null,
  agentIds: of.agentIds ?? null,
  stationIds: of.stationIds ?? null,
  orderLimit: of.orderLimit ?? null,
  dayLimit: of.dayLimit ?? null,
  quota: of.quota ?? null,
  dayTimes: of.dayTimes ?? null,
  timesLimit: of.timesLimit ?? null,
  totalNum: of.totalNum ?? null,
});

/** What an edit leaves out stays as it is. */
const mergedDraft = (before: CardDraft, input: InputOf<typeof privilegeCardApi.edit>): CardDraft => ({
  cardKind: input.cardKind ?? before.cardKind,
  level: input.level ?? before.level,
  limitNum: input.limitNum ?? before.limitNum,
  agentId: before.agentId,
  agentIds: valueOr(input.agentIds, before.agentIds),
  stationIds: valueOr(input.stationIds, before.stationIds),
  orderLimit: valueOr(input.orderLimit, before.orderLimit),
  dayLimit: valueOr(input.dayLimit, before.dayLimit),
  quota: valueOr(input.quota, before.quota),
  dayTimes: valueOr(input.dayTimes, before.dayTimes),
  timesLimit: valueOr(input.timesLimit, before.timesLimit),
  totalNum: valueOr(input.totalNum, before.totalNum),
});

/** Refuses a card that could not be used, and one that names places of others. */
const checkDraft = async (ctx: Context, tenantId: string, draft: CardDraft): Promise<void> => {
  const verdict = checkCard(draft);
  if (!verdict.ok) throwRefusal(privilegeCardRefusals, verdict.refusal);
  const agentIds = (draft.agentIds ?? []).map((place) => place.agentId);
  const stationIds = (draft.stationIds ?? []).map((place) => place.stationId);
  const agents = await ctx.rows(agent).findMany(agentIds);
  const stations = await ctx.rows(station).findMany(stationIds);
  const areAllFound = agents.length === new Set(agentIds).size && stations.length === new Set(stationIds).size;
  const belongs = [...agents, ...stations].every(
    (place) => place.tenantId === tenantId && (draft.agentId === null || place.agentId === draft.agentId),
  );
  if (!areAllFound || !belongs) throwRefusal(privilegeCardRefusals, 'privilegeCard.foreignPlace');
};
