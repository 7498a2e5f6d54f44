import { cardApi } from '#domains/customer/resources.ts';
import type { Api } from '../demo/api.ts';
import { ensure } from '../demo/ensure.ts';
import type { PileFacts } from '../pile/facts.ts';
import { standPiles, type GroundPile } from './piles.ts';
import { GROUND, setUpPlace } from './place.ts';

/** A tenant of its own for scenarios and load, so that the demo's books stay what they are. */
export interface InstallationSetup {
  /** A text that differs between two installations. */
  readonly installation: string;
  /** The first `count` piles of a protocol, enabled. */
  piles(count: number, protocol: PileFacts['protocol']): Promise<readonly GroundPile[]>;
  /** The first `count` cards, all drawing on one well-filled wallet. */
  cards(count: number): Promise<readonly string[]>;
}

/** Sets up what is missing of the proving ground. Safe to run again. `salt`: what the secrets of its piles follow from. */
export const setUpGround = async (api: Api, { salt }: { readonly salt: string }): Promise<InstallationSetup> => {
  const place = await setUpPlace(api);
  return {
    installation: place.installation,
    piles: (count, protocol) => standPiles(api, place, { count, protocol, salt }),
    cards: async (count) => {
      const numbers = Array.from({ length: count }, (_unused, index) => `9000${String(index + 1).padStart(8, '0')}`);
      const { tenantId, custId } = place;
      await ensure(
        api,
        { ...cardApi, nameOf: (row) => row.icCardNo },
        { wanted: numbers, nameOf: (no) => no, draftOf: (icCardNo) => ({ tenantId, icCardNo, custId, cardPeople: GROUND, canDiscount: 0 as const }) },
      );
      return numbers;
    },
  };
};
