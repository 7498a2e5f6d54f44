import { choice, choices, count, id, instant, list, longText, onAdd, optional, readOnly, ref, text, timeOfDay } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { weekday, yesNo } from '#domains/system/resources.ts';
import { earnBasis } from '../point.codes.ts';

const RATE_MAX = 100_000;
const POINTS_MAX = 10_000_000;
const DAYS_A_WEEK = 7;
const STATIONS_MAX = 200;
const LEVEL_MAX = 99;

/** What earns points of a programme. Of the rules that hold for an order, the one that gives most applies. */
export const pointRule = resource({
  name: 'pointRule',
  sensitivity: 'money',
  path: '/op/pointRule',
  table: 'point_rule',
  key: 'pointRuleId',
  title: 'ruleName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden' },
  fields: {
    pointRuleId: readOnly(id()),
    /** These two follow from the programme. */
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    pointProgramId: onAdd(ref('pointProgram', { filter: 'equals' })),
    ruleName: text({ min: 2, max: 60, filter: 'contains' }),
    isUsed: choice(yesNo, { filter: 'equals', initial: 1 }),
    earnBasis: choice(earnBasis, { filter: 'equals' }),
    pointsPerUnit: count({ min: 1, max: RATE_MAX }),
    /** The most that one order earns; null: no limit. */
    orderMaxPoints: optional(count({ min: 1, max: POINTS_MAX })),
    /** On which days an order begins, in the zone of its station; null: each day. */
    weekdays: optional(choices(weekday, { min: 1, max: DAYS_A_WEEK })),
    /** Between which times it begins; both or none. */
    fromTime: optional(timeOfDay()),
    toTime: optional(timeOfDay()),
    /** Null: all stations of the programme. */
    stationIds: optional(list({ stationId: ref('station') }, { max: STATIONS_MAX })),
    /** The least VIP level; 0: everybody. */
    vipLevelValLimit: count({ max: LEVEL_MAX }),
    startTime: optional(instant()),
    /** Not included. */
    endTime: optional(instant()),
    remark: optional(longText({ max: 255 })),
  },
});

const { queryList: _queryList, ...endpoints } = crud(pointRule);

export const pointRuleApi = endpoints;
