import type { Party } from './party.ts';

/** Whether a party's bindings let it charge at a pile. A party without bindings may charge everywhere in its tenant. */
export const mayChargeAt = (
  party: Pick<Party, 'boundStationIds' | 'boundPileCodes'>,
  place: { readonly stationId: string; readonly cpCode: string },
): boolean =>
  party.boundStationIds.length + party.boundPileCodes.length === 0 ||
  party.boundStationIds.includes(place.stationId) ||
  party.boundPileCodes.includes(place.cpCode);

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
