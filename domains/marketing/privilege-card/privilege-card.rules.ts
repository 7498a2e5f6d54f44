import { cardLevel, cardSale } from '#engines/marketing/codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { privilegeCardKind } from './privilege-card.codes.ts';

const kinds = valuesOf(privilegeCardKind);

/** What is checked of a card whenever it is written. Amounts in minor units, energy in 0.1 Wh. */
export interface CardDraft {
  readonly cardKind: number;
  readonly agentId: string | null;
  readonly level: number;
  readonly agentIds: readonly { readonly agentId: string }[] | null;
  readonly stationIds: readonly { readonly stationId: string }[] | null;
  readonly orderLimit: bigint | null;
  readonly dayLimit: bigint | null;
  readonly quota: bigint | null;
  readonly dayTimes: number | null;
  readonly timesLimit: number | null;
  readonly totalNum: number | null;
  readonly limitNum: number;
}

export type CardDraftRefusal = 'privilegeCard.scope' | 'privilegeCard.kindLimit' | 'privilegeCard.limits' | 'privilegeCard.limitAboveTotal';

/** A card says where it holds, and has the limit of its kind. */
export const checkCard = (draft: CardDraft): Verdict<CardDraft, CardDraftRefusal> => {
  const { cardKind, quota, timesLimit, totalNum, limitNum } = draft;
  if (!hasPlaces(draft)) return deny('privilegeCard.scope');
  if ((cardKind === kinds.times && timesLimit === null) || (cardKind === kinds.energy && quota === null)) return deny('privilegeCard.kindLimit');
  if (!areLimitsOrdered(draft)) return deny('privilegeCard.limits');
  if (totalNum !== null && limitNum > totalNum) return deny('privilegeCard.limitAboveTotal');
  return allow(draft);
};

const hasPlaces = ({ level, agentId, agentIds, stationIds }: CardDraft): boolean => {
  if (level === cardLevel.tenant) return agentId === null;
  if (level === cardLevel.station) return (stationIds ?? []).length > 0;
  const agents = agentIds ?? [];
  return agents.length > 0 && (agentId === null || agents.every((place) => place.agentId === agentId));
};

/** A limit is above zero, and none is larger than one that contains it. */
const areLimitsOrdered = ({ orderLimit, dayLimit, quota, dayTimes, timesLimit }: CardDraft): boolean => {
  const energies = [orderLimit, dayLimit, quota].filter((limit) => limit !== null);
  const isAscending = energies.every((limit, index) => limit > 0n && (index === 0 || limit >= (energies[index - 1] ?? 0n)));
  return isAscending && (dayTimes === null || timesLimit === null || dayTimes <= timesLimit);
};

/** What people hold keeps its terms, so everything can be changed until the card is withdrawn. */
export const mayEdit = (
  { state, issued }: { readonly state: number; readonly issued: number },
  totalNum: number | null,
): Verdict<number, 'privilegeCard.withdrawn' | 'privilegeCard.belowIssued'> => {
  if (state === cardSale.withdrawn) return deny('privilegeCard.withdrawn');
  return totalNum !== null && totalNum < issued ? deny('privilegeCard.belowIssued', { issued }) : allow(state);
};

export const changeState = (from: number, to: number): Verdict<'done' | 'change', 'privilegeCard.withdrawn'> => {
  if (from === to) return allow('done');
  return from === cardSale.withdrawn ? deny('privilegeCard.withdrawn') : allow('change');
};

/** Why nobody gets a card: judged after the statement that counts it found no row to count. */
export const whyNotTaken = ({ state }: { readonly state: number }): 'privilegeCard.offSale' | 'privilegeCard.withdrawn' | 'privilegeCard.soldOut' => {
  if (state === cardSale.withdrawn) return 'privilegeCard.withdrawn';
  return state === cardSale.on ? 'privilegeCard.soldOut' : 'privilegeCard.offSale';
};
