import { choice, decimal, id, instant, json, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import type { EncodedTerms } from '#engines/marketing/terms.ts';
import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';
import { crud } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { couponUseScene, couponUseState } from '../marketing.codes.ts';

/** A received coupon at an order: reserved when the order begins or is paid for, and what became of it. */
export const couponUse = resource({
  name: 'couponUse',
  sensitivity: 'money',
  path: '/op/couponUse',
  table: 'coupon_use',
  view: 'coupon_use_view',
  key: 'couponUseId',
  title: 'mainPartName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId', customer: 'custId' },
  softDelete: false,
  fields: {
    couponUseId: readOnly(id()),
    couponReceiveId: readOnly(id()),
    couponId: readOnly(ref('coupon', { filter: 'equals' })),
    couponName: readOnly(text({ max: 60 })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    /** Where the order is. */
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    mainPartType: readOnly(choice(mainPartType, { filter: 'equals' })),
    mainPartId: readOnly(id()),
    mainPartNo: readOnly(personal(text({ max: 64, filter: 'equals' }), phoneOfUser)),
    mainPartName: readOnly(text({ max: 60 })),
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    couponUseType: readOnly(choice(couponUseScene, { filter: 'equals' })),
    state: readOnly(choice(couponUseState, { filter: 'equals' })),
    /** Why it was not used or was given back: a word of the bill, such as `belowLimit`. */
    reason: readOnly(optional(text({ max: 40 }))),
    /** What it covered, after the discount of the tariff. */
    totalOrderAmount: readOnly(money()),
    /** What it took off. */
    preferentialAmount: readOnly(money()),
    chargingElec: readOnly(decimal({ scale: 4, unit: 'kWh' })),
    chargingOrderId: readOnly(optional(id())),
    chargingOrderNo: readOnly(optional(text({ max: 32, filter: 'equals' }))),
    prePayOrderId: readOnly(optional(id())),
    /** Who bears it, as in the books: `tenant`, or `agent:7`. */
    funder: readOnly(text({ max: 40 })),
    terms: readOnly(json<EncodedTerms>()),
    useTime: readOnly(optional(instant())),
    currency: readOnly(text({ max: 3 })),
  },
});

const { list: page, queryById, exportXls } = crud(couponUse);

export const couponUseApi = { list: { ...page, path: '/op/coupon/useList' }, queryById, ...personalApi(couponUse), exportXls };
