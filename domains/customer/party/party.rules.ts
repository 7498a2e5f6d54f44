import { pileType } from '#domains/network/resources.ts';
import { carPileType as carPileTypes } from '../car/car.codes.ts';
import type { Party } from './party.ts';

/** Whether a car can charge at a pile of this type. Who pays with a card or a phone may have any car. */
export const fitsPile = ({ carPileType }: Pick<Party, 'carPileType'>, cpType: number): boolean =>
  carPileType === null ||
  carPileType === carPileTypes.items.both.value ||
  (carPileType === carPileTypes.items.dc.value) === (cpType === pileType.items.dc.value);

/** Whether a car of this party can charge at a pile, and its bindings let it. A party without bindings may charge everywhere in its tenant. */
export const mayChargeAt = (
  party: Pick<Party, 'boundStationIds' | 'boundPileCodes' | 'carPileType'>,
  place: { readonly stationId: string; readonly cpCode: string; readonly cpType: number },
): boolean =>
  fitsPile(party, place.cpType) &&
  (party.boundStationIds.length + party.boundPileCodes.length === 0 ||
    party.boundStationIds.includes(place.stationId) ||
    party.boundPileCodes.includes(place.cpCode));

/**
 * The parentIdTag of a customer's cards and cars, of at most 20 characters; one without a customer is a group of its own. No card number begins like it.
 */
export const groupTagOf = (customerId: string | null, own: { readonly letter: 'c' | 'v'; readonly id: string }): string =>
  customerId === null ? `#${own.letter}${own.id}` : `#${customerId}`;

/** The states of a card or car and of its customer. */
export interface PartyStatus {
  readonly ownState: 'ok' | 'locked' | 'off';
  readonly isCustomerOff: boolean;
}

/** `disabled` takes precedence over `locked`. */
export const stateOf = ({ ownState, isCustomerOff }: PartyStatus): Party['state'] => {
  if (ownState === 'off' || isCustomerOff) return 'disabled';
  return ownState === 'locked' ? 'locked' : 'ok';
};
