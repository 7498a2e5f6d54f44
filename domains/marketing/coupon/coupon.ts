import { choice, choices, count, decimal, id, instant, longText, money, onAdd, optional, percent, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, rowOf, rowsOf, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import { yesNo } from '#domains/system/resources.ts';
import { rateType } from '#domains/tariff/resources.ts';
import { couponForm, couponOverlay, couponState, couponUseScene } from '../marketing.codes.ts';

/** The most that a coupon takes off, and the most that an order may have to cost for it, in units of the currency. */
const VALUE_MAX = 100_000;
const TOTAL_MAX = 1_000_000;
const PER_PERSON_MAX = 100;
const LEVEL_MAX = 99;
const DAYS_MAX = 3_650;
const SORT_MAX = 9_999;
const RATE_TYPES_MAX = 4;

/** What an activity gives: a discount or an amount off a charge. Who receives it holds its terms of that moment. */
export const coupon = resource({
  name: 'coupon',
  sensitivity: 'money',
  path: '/op/coupon',
  table: 'coupon',
  view: 'coupon_view',
  key: 'couponId',
  title: 'couponName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden' },
  fields: {
    couponId: readOnly(id()),
    /** These two follow from the activity. */
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    activityId: onAdd(ref('activity', { filter: 'equals' })),
    couponName: text({ min: 2, max: 60, filter: 'contains' }),
    state: readOnly(choice(couponState, { filter: 'equals' })),
    couponForm: choice(couponForm, { filter: 'equals' }),
    /** For a deduction. */
    preferentialAmount: optional(money({ min: 0, max: VALUE_MAX })),
    /** For a discount: the percent that remains to be paid. */
    preferentialDiscount: optional(percent({ max: 99 })),
    /** For a discount: the most that it takes off. */
    maxCredit: optional(money({ min: 0, max: VALUE_MAX })),
    useScene: choice(couponUseScene, { filter: 'equals' }),
    canOverlay: choice(couponOverlay, { initial: couponOverlay.items.yes.value }),
    /** What it covers has to cost this much, after the discount of the tariff. */
    useAmountLimit: money({ min: 0, max: VALUE_MAX }),
    /** The fee items that it covers; null: all. */
    rateTypes: optional(choices(rateType, { min: 1, max: RATE_TYPES_MAX })),
    /** The least VIP level of a receiver; 0: everybody. */
    vipLevelValLimit: count({ max: LEVEL_MAX }),
    /** Null: as many as are asked for. */
    totalNum: optional(count({ min: 1, max: TOTAL_MAX })),
    limitNum: count({ min: 1, max: PER_PERSON_MAX }),
    /** When it can be received; the end is not included. */
    startTime: instant(),
    endTime: instant(),
    /** When it can be used; the end is not included. */
    useBeginTime: instant(),
    useEndTime: instant(),
    /** Whole days after the day on which it was received. */
    validDays: optional(count({ max: DAYS_MAX, unit: 'd' })),
    /** The highest is shown first. */
    sort: count({ max: SORT_MAX }),
    remark: optional(longText({ max: 255 })),
    currency: readOnly(text({ max: 3 })),
    revokeReason: readOnly(optional(text({ max: 200 }))),
    /** How many were received, and how many have been used. */
    issued: readOnly(count()),
    used: readOnly(count()),
    creditAmount: readOnly(money()),
    energy: readOnly(decimal({ scale: 4, unit: 'kWh' })),
  },
});

/** A coupon that somebody could use for an order of some amount. Amounts are decimal texts. */
export interface QuotedCoupon {
  readonly couponReceiveId: string;
  readonly couponName: string;
  readonly creditAmount: string;
  readonly expiresAt: string;
  readonly outcome: 'best' | 'otherBetter' | 'belowLimit' | 'nothingOff';
}

const { path } = coupon;
const { list: page, queryById, add, edit, delete: remove, deleteBatch, exportXls, queryList } = crud(coupon);
const couponId = ref('coupon');
const grantAnswer = rowOf({ couponReceiveId: id(), expiresAt: instant() });
const granting = { method: 'POST', proof: 'money', allow: 'coupon:grant', idempotent: true, output: grantAnswer } as const;

export const couponApi = {
  list: page,
  queryById,
  /** The coupons of an activity, the first to be shown first. */
  findCouponsByActId: endpoint({
    method: 'GET',
    path: `${path}/findCouponsByActId`,
    allow: 'coupon:list',
    input: { actId: ref('activity') },
    output: rowsOf(coupon.fields),
  }),
  add,
  edit,
  delete: remove,
  deleteBatch,
  exportXls,
  queryList,
  /** For a coupon that was added after its activity was published. */
  publish: endpoint({ method: 'POST', path: `${path}/publish`, allow: 'activity:publish', input: { id: id() }, output: words() }),
  /** Gives a coupon to a person, a card, a company or a car. */
  grant: endpoint({ ...granting, path: `${path}/grant`, input: { couponId, mainPartType: choice(mainPartType), mainPartId: id() } }),
  /** The same for each of several customers. */
  grantToCustomer: endpoint({
    ...granting,
    path: `${path}/grantToCustomer`,
    bulk: { of: 'customer', row: 'custId', shared: ['couponId'] },
    input: { couponId, custId: ref('customer') },
  }),
  /** The same for each of several cards. */
  grantToCard: endpoint({
    ...granting,
    path: `${path}/grantToCard`,
    bulk: { of: 'card', row: 'icCardId', shared: ['couponId'] },
    input: { couponId, icCardId: ref('card') },
  }),
  /** Ends receiving. With `voidHeld`, what people hold and no order has reserved is taken back, for which `coupon:void` is needed. */
  revoke: endpoint({
    method: 'POST',
    path: `${path}/revoke`,
    allow: 'activity:publish',
    input: { id: id(), reason: optional(text({ max: 200 })), voidHeld: choice(yesNo, { initial: 0 }) },
    output: opaque<{ readonly held: number; readonly reserved: number; readonly voided: number }>(),
  }),
  /** What each usable coupon of a party would take off an order of this amount at this station, the best first. */
  quote: endpoint({
    method: 'GET',
    path: `${path}/quote`,
    allow: 'coupon:list',
    input: { mainPartType: choice(mainPartType), mainPartId: id(), stationId: ref('station'), amount: money({ min: 0, max: VALUE_MAX }) },
    output: opaque<readonly QuotedCoupon[]>(),
  }),
};
