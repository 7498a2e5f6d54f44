import { ID_TAG_LENGTH_MAX } from '#engines/protocol/ocpp16/id-tag.ts';
import { entityState } from '#engines/entity/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { station } from '#domains/network/resources.ts';
import { bindingRefusals } from './binding.labels.ts';
import { checkBindable } from './binding.rules.ts';
import type { Bindable } from './binding.rules.ts';
import { carRefusals } from '../car/car.labels.ts';
import { checkUsable as carUsable } from '../car/car.rules.ts';
import { car } from '../car/car.ts';
import { cardRefusals } from '../card/card.labels.ts';
import { checkUsable as cardUsable, fitsOcpp } from '../card/card.rules.ts';
import { card } from '../card/card.ts';

export interface BoundMembers {
  readonly keys: readonly string[];
  readonly tenantId: string;
  /** Numbers of cards that OCPP piles cannot send. */
  readonly tooLong: readonly string[];
}

/**
 * Refuses to remove a binding of a void card or a disused car, which are read-only. A viewer who sees the binding but not the card
 * or car may remove it, because they manage the station or pile.
 */
export const refuseVoid = async (ctx: Context, { icCardId, carId }: BoundMember): Promise<void> => {
  const boundCard = icCardId ? await ctx.rows(card).find(icCardId) : undefined;
  const cardVerdict = boundCard && cardUsable(boundCard);
  if (cardVerdict?.ok === false) throwRefusal(cardRefusals, cardVerdict.refusal, cardVerdict.args);
  const boundCar = carId ? await ctx.rows(car).find(carId) : undefined;
  const carVerdict = boundCar && carUsable(boundCar);
  if (carVerdict?.ok === false) throwRefusal(carRefusals, carVerdict.refusal, carVerdict.args);
};

interface BoundMember {
  readonly icCardId?: string | null;
  readonly carId?: string | null;
}

const unusable: readonly number[] = [entityState.disabled, entityState.disused];

/** The cards with these keys; refuses unless all may be bound together. */
export const bindableCards = async (ctx: Context, keys: readonly string[]): Promise<BoundMembers> => {
  const rows = await ctx.rows(card).findMany(keys);
  return boundMembers(
    keys,
    rows.map((row) => ({ name: row.icCardNo, cardNo: row.icCardNo, tenantId: row.tenantId, isUsable: !unusable.includes(row.cardState) })),
  );
};

/** The cars with these keys; refuses unless all may be bound together. */
export const bindableCars = async (ctx: Context, keys: readonly string[]): Promise<BoundMembers> => {
  const rows = await ctx.rows(car).findMany(keys);
  return boundMembers(
    keys,
    rows.map((row) => ({ name: row.carNum, tenantId: row.tenantId, isUsable: !unusable.includes(row.state) })),
  );
};

/** The keys of the stations; refuses unless all lie in the tenant of the cards or cars bound to them. */
export const stationsToBind = async (ctx: Context, keys: readonly string[], tenantId: string): Promise<readonly string[]> => {
  const stations = await ctx.rows(station).findMany(keys);
  if (stations.length !== keys.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  if (stations.some((row) => row.tenantId !== tenantId)) throwRefusal(bindingRefusals, 'binding.otherTenant');
  return keys;
};

/** Refuses cards whose numbers are too long for these places: OCPP piles, or stations with OCPP piles only. */
export const requireReadable = (stationIds: readonly string[], cards: BoundMembers): void => {
  if (stationIds.length === 0 || cards.tooLong.length === 0) return;
  throwRefusal(bindingRefusals, 'binding.numberTooLong', { where: stationIds.join(', '), names: cards.tooLong.join(', '), max: ID_TAG_LENGTH_MAX });
};

/** A row outside the viewer's scope is reported as missing. */
const boundMembers = (keys: readonly string[], bindables: readonly Bindable[]): BoundMembers => {
  if (bindables.length !== keys.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const verdict = checkBindable(bindables);
  const tooLong = bindables.filter(({ cardNo }) => cardNo !== undefined && !fitsOcpp(cardNo)).map(({ name }) => name);
  return verdict.ok ? { keys, tenantId: verdict.next, tooLong } : throwRefusal(bindingRefusals, verdict.refusal, verdict.args);
};
