import { choice, count, id, instant, json, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import type { EncodedTerms } from '#engines/marketing/terms.ts';
import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, rowOf, words } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { couponReceiveSource, couponReceiveState } from '../marketing.codes.ts';

/** A coupon that somebody has received, with its terms of that moment. */
export const couponReceive = resource({
  name: 'couponReceive',
  sensitivity: 'personal',
  path: '/op/couponReceive',
  table: 'coupon_receive',
  view: 'coupon_receive_view',
  key: 'couponReceiveId',
  title: 'mainPartName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  softDelete: false,
  fields: {
    couponReceiveId: readOnly(id()),
    couponId: readOnly(ref('coupon', { filter: 'equals' })),
    couponName: readOnly(text({ max: 60 })),
    activityId: readOnly(ref('activity')),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    mainPartType: readOnly(choice(mainPartType, { filter: 'equals' })),
    mainPartId: readOnly(id()),
    mainPartNo: readOnly(personal(text({ max: 64, filter: 'equals' }), phoneOfUser)),
    mainPartName: readOnly(text({ max: 60 })),
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    state: readOnly(choice(couponReceiveState, { filter: 'equals' })),
    ordinal: readOnly(count()),
    /** What it takes off, where and when, as it was received. */
    terms: readOnly(json<EncodedTerms>()),
    beginsAt: readOnly(instant()),
    /** Not included. */
    expiresAt: readOnly(instant()),
    source: readOnly(choice(couponReceiveSource, { filter: 'equals' })),
    voidReason: readOnly(optional(text({ max: 200 }))),
    chargingOrderNo: readOnly(optional(text({ max: 32 }))),
    currency: readOnly(text({ max: 3 })),
  },
});

const { list: page, queryById, exportXls } = crud(couponReceive);
const couponPath = '/op/coupon';

export const couponReceiveApi = {
  list: { ...page, path: `${couponPath}/receiveList` },
  queryById,
  ...personalApi(couponReceive),
  exportXls,
  /** The same as `queryById`, under the name of the specification. */
  selectByReceiveId: endpoint({
    method: 'GET',
    path: `${couponPath}/selectByReceiveId`,
    allow: 'couponReceive:list',
    input: { id: id() },
    output: rowOf(couponReceive.fields),
  }),
  /** Takes back what no order has reserved or used. */
  takeBack: endpoint({
    method: 'POST',
    path: `${couponPath}/takeBack`,
    allow: 'coupon:void',
    input: { couponReceiveId: id(), reason: optional(text({ max: 200 })) },
    bulk: { row: 'couponReceiveId', shared: ['reason'] },
    output: words(),
  }),
};
