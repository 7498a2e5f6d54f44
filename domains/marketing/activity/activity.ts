import { choice, count, id, image, instant, list, longText, onAdd, optional, money, decimal, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { activityKind, activityLevel, activityState } from '../marketing.codes.ts';

const AGENTS_MAX = 50;
const STATIONS_MAX = 200;
const WEIGHT_MAX = 9_999;
const RULE_MAX = 5_000;

/** A promotion of a tenant or of one of its agents, as drivers see it at the stations that it names. Its coupons are rows of their own. */
export const activity = resource({
  name: 'activity',
  sensitivity: 'money',
  path: '/op/activity',
  table: 'activity',
  view: 'activity_view',
  key: 'activityId',
  title: 'name',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden' },
  fields: {
    activityId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    /** Whose activity it is, and who bears its coupons; null: the tenant. */
    agentId: onAdd(optional(ref('agent', { filter: 'equals' }))),
    name: text({ min: 2, max: 60, filter: 'contains' }),
    level: choice(activityLevel, { filter: 'equals' }),
    kind: choice(activityKind, { filter: 'equals' }),
    state: readOnly(choice(activityState, { filter: 'equals' })),
    /** Level agent: where it holds. */
    agentIds: optional(list({ agentId: ref('agent') }, { max: AGENTS_MAX })),
    /** Level station: where it holds. */
    stationIds: optional(list({ stationId: ref('station') }, { max: STATIONS_MAX })),
    startTime: instant({ filter: 'between' }),
    /** Not included. */
    endTime: instant(),
    /** Drivers see it from then on; at the latest from its start. */
    displayTime: instant(),
    title: text({ min: 1, max: 30 }),
    subtitle: optional(text({ max: 60 })),
    rule: optional(longText({ max: RULE_MAX, markup: 'html' })),
    linkUrl: optional(text({ max: 500 })),
    image: optional(image()),
    banner: optional(image()),
    /** The highest is shown first. */
    weight: count({ max: WEIGHT_MAX }),
    publishTime: readOnly(optional(instant())),
    revokeTime: readOnly(optional(instant())),
    revokeReason: readOnly(optional(text({ max: 200 }))),
    /** What it brought. */
    couponNum: readOnly(count()),
    issued: readOnly(count()),
    used: readOnly(count()),
    creditAmount: readOnly(money()),
    energy: readOnly(decimal({ scale: 4, unit: 'kWh' })),
    currency: readOnly(text({ max: 3 })),
  },
});

/** What became of each of several activities. */
export interface ActivitiesAnswer {
  readonly done: readonly string[];
  readonly left: readonly { readonly id: string; readonly name: string; readonly refusal: string; readonly reason: string }[];
}

/** The coupons that people keep when receiving ends. */
export interface RevokedActivities extends ActivitiesAnswer {
  readonly held: number;
  readonly reserved: number;
}

const { list: page, queryById, add, edit, deleteBatch, exportXls, queryList } = crud(activity);
const { path } = activity;
const several = { id: optional(id()), ids: optional(longText({ max: 8_000 })) };

export const activityApi = {
  list: page,
  queryById,
  add,
  edit,
  delete: crud(activity).delete,
  deleteBatch,
  exportXls,
  queryList,
  /** Publishes activities with their coupons. What is published already stays so. */
  publishActivity: endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: `${path}/publishActivity`,
    allow: 'activity:publish',
    input: several,
    output: opaque<ActivitiesAnswer>(),
  }),
  /** Ends receiving of their coupons. Coupons that people hold stay valid, and can be taken back by themselves. */
  revokeActivity: endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: `${path}/revokeActivity`,
    allow: 'activity:publish',
    input: { ...several, reason: optional(text({ max: 200 })) },
    output: opaque<RevokedActivities>(),
  }),
};
