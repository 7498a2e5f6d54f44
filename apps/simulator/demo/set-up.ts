import type { Api } from './api.ts';
import type { SkippedCallback } from './ensure.ts';
import { setUpPeople, type Driver } from './steps/people.ts';
import { setUpPiles, type StandingPile } from './steps/piles.ts';
import { setUpPlaces, type DemoIds } from './steps/places.ts';
import { setUpRates } from './steps/rates.ts';
import { setUpTerms } from './steps/terms.ts';
import { setUpUsers } from './steps/users.ts';
import { setUpWallets } from './steps/wallets.ts';

/** The demo network as it stands on the platform. */
export interface Network {
  readonly installation: string;
  readonly piles: readonly StandingPile[];
  readonly drivers: readonly Driver[];
}

/** A step of the set-up that the platform did not let happen. */
class SetUpError extends Error {
  override readonly name = 'SetUpError';
}

/** Sets up what is missing, as the platform's administrator would by hand. Safe to run again. Throws `SetUpError`. */
export const setUpNetwork = async (
  api: Api,
  { password, say }: { readonly password: string; readonly say: (line: string) => void },
): Promise<Network> => {
  const left: SkippedCallback = (name, refusal) => say(`the set-up goes on without ${name}: ${refusal.message}`);
  const places: DemoIds = await step('tenants, agents and stations', () => setUpPlaces(api));
  const ruleId = await step('rate rules', () => setUpRates(api, places));
  const crcId = await step('reservation terms', () => setUpTerms(api, places));
  const [piles, drivers] = await Promise.all([
    step('piles', () => setUpPiles(api, { places, ruleId, crcId, left })),
    step('customers, cards and cars', () => setUpPeople(api, { places, left })),
    step('sign-ins', () => setUpUsers(api, { places, password, left })),
  ]);
  await step('recharges', () => setUpWallets(api, drivers));
  return { installation: places.installation, piles, drivers };
};

const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new SetUpError(`the demo's ${what} could not be set up: ${error instanceof Error ? error.message : String(error)}`);
  }
};
