import { choice, count, id, instant, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '#domains/system/resources.ts';

const GIFT_MAX = 1_000_000;

/** The points of a customer in the programme of a tenant or an agent. */
export const userAgentPoints = resource({
  name: 'userAgentPoints',
  sensitivity: 'personal',
  path: '/op/userAgentPoints',
  table: 'point_account',
  view: 'point_account_view',
  key: 'userAgentPointsId',
  title: 'userName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  softDelete: false,
  fields: {
    userAgentPointsId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    pointProgramId: readOnly(ref('pointProgram', { filter: 'equals' })),
    custId: readOnly(ref('customer', { filter: 'equals' })),
    userName: readOnly(text({ max: 60 })),
    userMobile: readOnly(personal(text({ max: 20 }), { kind: 'phone' })),
    balance: readOnly(count()),
    /** Set aside for orders that have not been settled. */
    locked: readOnly(count()),
    /** Earned lately; they cannot be spent yet. */
    waitingPoints: readOnly(count()),
    /** What the points that can be spent are worth. */
    worthAmount: readOnly(money()),
    /** Within 30 days, and when the first of them expire. */
    expiringSoon: readOnly(count()),
    expiringAt: readOnly(optional(instant())),
    lifetimeEarned: readOnly(count()),
    lifetimeSpent: readOnly(count()),
    /** Earned points that were taken back after they had been spent; the next ones pay it. */
    debt: readOnly(count()),
    lastChange: readOnly(optional(instant())),
    /** What waits for a second person; below zero it is to be taken. */
    askedPoints: readOnly(optional(count({ min: -GIFT_MAX }))),
    askedReason: readOnly(optional(text({ max: 200 }))),
    askedBy: readOnly(optional(text({ max: 60 }))),
    currency: readOnly(text({ max: 3 })),
  },
});

const { list, queryById, exportXls, queryList } = crud(userAgentPoints);
const { path } = userAgentPoints;
const moving = { method: 'POST', proof: 'money', idempotent: true, output: words() } as const;
const amount = { points: count({ min: 1, max: GIFT_MAX }), reason: text({ min: 2, max: 200 }) };

export const userAgentPointsApi = {
  list,
  queryById,
  ...personalApi(userAgentPoints),
  exportXls,
  queryList,
  /** Gives points to a customer. Above the limit of the setting somebody else has to confirm them. */
  give: endpoint({
    ...moving,
    path: `${path}/give`,
    allow: 'userAgentPoints:give',
    bulk: { of: 'customer', row: 'custId', shared: ['pointProgramId', 'points', 'reason'] },
    input: { custId: ref('customer'), pointProgramId: ref('pointProgram'), ...amount },
  }),
  /** Takes points that no order has set aside; the same limit counts. */
  take: endpoint({
    ...moving,
    path: `${path}/take`,
    allow: 'userAgentPoints:give',
    bulk: { row: 'userAgentPointsId', shared: ['points', 'reason'] },
    input: { userAgentPointsId: id(), ...amount },
  }),
  /** The answer of the second person. */
  confirm: endpoint({
    ...moving,
    path: `${path}/confirm`,
    allow: 'userAgentPoints:give',
    bulk: { row: 'userAgentPointsId', shared: ['agree'] },
    input: { userAgentPointsId: id(), agree: choice(yesNo) },
  }),
};
