import {
  choice,
  choices,
  count,
  decimal,
  id,
  instant,
  list,
  longText,
  money,
  onAdd,
  optional,
  percent,
  readOnly,
  ref,
  text,
} from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, rowOf } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import { yesNo } from '#domains/system/resources.ts';
import { rateType } from '#domains/tariff/resources.ts';
import { privilegeCardKind, privilegeCardLevel, privilegeCardState } from './privilege-card.codes.ts';

const AGENTS_MAX = 50;
const STATIONS_MAX = 200;
/** In units of the currency. */
const PRICE_MAX = 100_000;
const DAYS_MAX = 3_650;
const ENERGY_MAX = 1_000_000;
const TIMES_MAX = 10_000;
const TOTAL_MAX = 1_000_000;
const PER_PERSON_MAX = 100;
const LEVEL_MAX = 99;
const SORT_MAX = 9_999;
const RATE_TYPES_MAX = 4;

const energy = () => optional(decimal({ scale: 4, unit: 'kWh', min: 0, max: ENERGY_MAX }));
const times = () => optional(count({ min: 1, max: TIMES_MAX }));

/** A card that is sold or given and takes a percent off charges for a time. Who gets it holds its terms of that moment. */
export const privilegeCard = resource({
  name: 'privilegeCard',
  sensitivity: 'money',
  path: '/op/privilegeCard',
  table: 'privilege_card',
  view: 'privilege_card_view',
  key: 'privilegeCardId',
  title: 'cardName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden' },
  fields: {
    privilegeCardId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    /** Whose card it is: who gets its price and bears what it takes off; null: the tenant. */
    agentId: onAdd(optional(ref('agent', { filter: 'equals' }))),
    /** In simplified Chinese; the two others say it as well where they are empty. */
    cardName: text({ min: 2, max: 30, filter: 'contains' }),
    cardNameTw: optional(text({ max: 30 })),
    cardNameEn: optional(text({ max: 30 })),
    cardKind: choice(privilegeCardKind, { filter: 'equals' }),
    state: readOnly(choice(privilegeCardState, { filter: 'equals' })),
    /** 0: it is given and not sold. */
    price: money({ min: 0, max: PRICE_MAX }),
    validDays: count({ min: 1, max: DAYS_MAX, unit: 'd' }),
    /** The percent that remains to be paid. */
    discountPercent: percent({ max: 99 }),
    /** The fee items that it covers; null: all. */
    rateTypes: optional(choices(rateType, { min: 1, max: RATE_TYPES_MAX })),
    level: choice(privilegeCardLevel, { filter: 'equals' }),
    agentIds: optional(list({ agentId: ref('agent') }, { max: AGENTS_MAX })),
    stationIds: optional(list({ stationId: ref('station') }, { max: STATIONS_MAX })),
    /** The energy of an order, of a day, and in all, for which it counts; null: without a limit. */
    orderLimit: energy(),
    dayLimit: energy(),
    quota: energy(),
    /** The charges of a day, and in all, for which it counts. */
    dayTimes: times(),
    timesLimit: times(),
    overlayVip: choice(yesNo, { initial: 1 }),
    overlayCoupon: choice(yesNo, { initial: 1 }),
    /** The least VIP level of a buyer or receiver; 0: everybody. */
    vipLevelValLimit: count({ max: LEVEL_MAX }),
    /** Null: as many as are asked for. */
    totalNum: optional(count({ min: 1, max: TOTAL_MAX })),
    limitNum: count({ min: 1, max: PER_PERSON_MAX }),
    /** The highest is shown first. */
    sort: count({ max: SORT_MAX }),
    remark: optional(longText({ max: 255 })),
    currency: readOnly(text({ max: 3 })),
    /** How many people got, bought, and hold now. */
    issued: readOnly(count()),
    sold: readOnly(count()),
    active: readOnly(count()),
    /** What it was sold for less what went back, and what it took off. */
    salesAmount: readOnly(money()),
    savedAmount: readOnly(money()),
    energy: readOnly(decimal({ scale: 4, unit: 'kWh' })),
  },
});

const { path } = privilegeCard;
const { list: page, queryById, add, edit, delete: remove, deleteBatch, exportXls, queryList } = crud(privilegeCard);
const privilegeCardId = ref('privilegeCard');
const grantAnswer = rowOf({ privilegeCardHoldId: id(), expiresAt: instant() });
const granting = { method: 'POST', proof: 'money', allow: 'privilegeCard:grant', idempotent: true, output: grantAnswer } as const;
const changing = { method: 'POST', alsoMethod: 'GET', changes: true } as const;

/** Whether a tenant sells and gives privilege cards. */
export interface FeatureSwitch {
  readonly feature: 0 | 1;
}

export const privilegeCardApi = {
  list: page,
  queryById,
  add,
  edit,
  delete: remove,
  deleteBatch,
  exportXls,
  queryList,
  feature: endpoint({
    method: 'GET',
    path: `${path}/feature`,
    allow: 'privilegeCard:list',
    input: { tenantId: optional(ref('tenant')) },
    output: opaque<FeatureSwitch>(),
  }),
  /** Switches selling and giving on or off for a tenant, to the value of `enable`. What people hold counts in any case. */
  toggleFeature: endpoint({
    ...changing,
    path: `${path}/toggleFeature`,
    allow: 'privilegeCard:toggleFeature',
    input: { enable: choice(yesNo), tenantId: optional(ref('tenant')) },
    output: opaque<FeatureSwitch>(),
  }),
  /** Puts a card on sale, takes it off, or withdraws it for ever. A card that is in the state already stays so. */
  changeState: endpoint({
    ...changing,
    path: `${path}/changeState`,
    allow: 'privilegeCard:changeState',
    input: { id: id(), state: choice(privilegeCardState) },
    output: opaque<{ readonly state: number }>(),
  }),
  /** Gives a card to a person, a card, a company or a car. */
  grant: endpoint({ ...granting, path: `${path}/grant`, input: { privilegeCardId, mainPartType: choice(mainPartType), mainPartId: id() } }),
  /** The same for each of several customers. */
  grantToCustomer: endpoint({
    ...granting,
    path: `${path}/grantToCustomer`,
    bulk: { of: 'customer', row: 'custId', shared: ['privilegeCardId'] },
    input: { privilegeCardId, custId: ref('customer') },
  }),
  /** The same for each of several IC cards. */
  grantToCard: endpoint({
    ...granting,
    path: `${path}/grantToCard`,
    bulk: { of: 'card', row: 'icCardId', shared: ['privilegeCardId'] },
    input: { privilegeCardId, icCardId: ref('card') },
  }),
};
