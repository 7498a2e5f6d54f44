import { isObject, readRateTypes, readTexts } from './stored-terms.ts';
import { type PrivilegeCard } from '#engines/tariff/privilege-card.ts';
import { cardLevel, type CardLevel } from './codes.ts';

/** The terms of a privilege card as somebody got it. Later changes of the card do not change them. */
export interface HeldCardTerms {
  /** Simplified Chinese, traditional Chinese, English. */
  readonly names: readonly [string, string, string];
  /** ISO 4217; it counts for orders in this currency. */
  readonly currency: string;
  readonly card: Omit<PrivilegeCard, 'energyLeftDwh'>;
  readonly level: CardLevel;
  /** Level agent: at the stations of these. */
  readonly agentIds: readonly string[];
  /** Level station: at these. */
  readonly stationIds: readonly string[];
  /** Who bears what it takes off and gets what it is sold for, as in the books: `tenant`, or `agent:7`. */
  readonly funder: string;
}

export const cardCoversPlace = (
  { level, agentIds, stationIds }: Pick<HeldCardTerms, 'level' | 'agentIds' | 'stationIds'>,
  { agentId, stationId }: { readonly agentId: string; readonly stationId: string },
): boolean => level === cardLevel.tenant || (level === cardLevel.agent ? agentIds.includes(agentId) : stationIds.includes(stationId));

/** The stored form. `decodeCardTerms(JSON.parse(JSON.stringify(encodeCardTerms(x))))` is `x` again. */
export const encodeCardTerms = ({ card, ...terms }: HeldCardTerms) => ({
  ...terms,
  discountPercent: card.discountPercent,
  rateTypes: card.rateTypes ?? null,
  overlayVip: card.overlayVip,
  overlayCoupon: card.overlayCoupon,
});
export type EncodedCardTerms = ReturnType<typeof encodeCardTerms>;

/** Undefined when the stored value has another shape. */
export const decodeCardTerms = (stored: unknown): HeldCardTerms | undefined => {
  if (!isObject(stored)) return undefined;
  const { currency, funder } = stored;
  const [zhCn, zhTw, enUs] = readTexts(stored['names']) ?? [];
  const level = Object.values(cardLevel).find((known) => known === stored['level']);
  const agentIds = readTexts(stored['agentIds']);
  const stationIds = readTexts(stored['stationIds']);
  const card = readCard(stored);
  if (typeof currency !== 'string' || typeof funder !== 'string' || zhCn === undefined || zhTw === undefined || enUs === undefined) return undefined;
  return card && level && agentIds && stationIds && { names: [zhCn, zhTw, enUs], currency, card, level, agentIds, stationIds, funder };
};

const PERCENT_MAX = 100;

const readCard = (stored: Readonly<Record<string, unknown>>): HeldCardTerms['card'] | undefined => {
  const { discountPercent, overlayVip, overlayCoupon } = stored;
  const rateTypes = readRateTypes(stored['rateTypes']);
  if (typeof discountPercent !== 'number' || !Number.isInteger(discountPercent) || discountPercent < 0 || discountPercent > PERCENT_MAX)
    return undefined;
  if (typeof overlayVip !== 'boolean' || typeof overlayCoupon !== 'boolean' || rateTypes === 'malformed') return undefined;
  return { discountPercent, overlayVip, overlayCoupon, ...(rateTypes && { rateTypes }) };
};
