import { cardApi } from '#domains/customer/resources.ts';
import type { Api } from '../demo/api.ts';
import { ensure } from '../demo/ensure.ts';
import type { PileFacts } from '../pile/facts.ts';
import { setUpPiles, type TestPile } from './piles.ts';
import { GROUND, setUpTenant } from './tenant.ts';

/** A tenant for scenarios and load tests, so that they do not change the demo's books. */
export interface TestNetwork {
  /** A text that differs between two installations. */
  readonly installation: string;
  /** The first `count` piles of a protocol, enabled. */
  piles(count: number, protocol: PileFacts['protocol']): Promise<readonly TestPile[]>;
  /** The first `count` cards, all paid from one well-filled wallet. */
  cards(count: number): Promise<readonly string[]>;
}

/** Sets up what is missing of the test network. It may be run again. `salt`: the secrets of its piles are derived from it. */
export const setUpTestNetwork = async (api: Api, { salt }: { readonly salt: string }): Promise<TestNetwork> => {
  const ids = await setUpTenant(api);
  return {
    installation: ids.installation,
    piles: (count, protocol) => setUpPiles(api, ids, { count, protocol, salt }),
    cards: async (count) => {
      const numbers = Array.from({ length: count }, (_unused, index) => `9000${String(index + 1).padStart(8, '0')}`);
      const { tenantId, custId } = ids;
      await ensure(
        api,
        { ...cardApi, nameOf: (row) => row.icCardNo },
        {
          planned: numbers,
          nameOf: (no) => no,
          draftOf: (icCardNo) => ({ tenantId, icCardNo, custId, cardPeople: GROUND, canDiscount: 0 as const }),
        },
      );
      return numbers;
    },
  };
};
