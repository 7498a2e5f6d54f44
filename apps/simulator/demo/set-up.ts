import type { Settings } from '../settings.ts';
import type { Api } from './api.ts';
import type { SkippedCallback } from './ensure.ts';
import { setUpActivities } from './steps/activities.ts';
import { setUpScreens } from './steps/screens.ts';
import { setUpPrivilegeCards } from './steps/privilege-cards.ts';
import { setUpFirmware } from './steps/firmware.ts';
import { setUpInvoices } from './steps/invoices.ts';
import { setUpMiniProgram } from './steps/mini-program.ts';
import { setUpPartners } from './steps/partners.ts';
import { setUpPayments } from './steps/payments.ts';
import { setUpPeople, type Driver } from './steps/people.ts';
import { setUpPiles, type StandingPile } from './steps/piles.ts';
import { setUpPlaces, type DemoIds } from './steps/places.ts';
import { setUpPoints } from './steps/points.ts';
import { setUpPower } from './steps/power.ts';
import { setUpRates } from './steps/rates.ts';
import { setUpReservations } from './steps/reservations.ts';
import { setUpTerms } from './steps/terms.ts';
import { setUpUsers } from './steps/users.ts';
import { setUpWallets } from './steps/wallets.ts';
import { setUpWhiteLists } from './steps/white-lists.ts';

/** The demo network as it is on the platform. */
export interface Network {
  readonly installation: string;
  readonly piles: readonly StandingPile[];
  readonly drivers: readonly Driver[];
  /** The addresses behind the codes of the piles at which drivers can pay by phone, by their piles. */
  readonly payAddresses: ReadonlyMap<string, string>;
}

/** Where the platform and its payments are, and the password of the demo's accounts. */
export type SetUpSettings = Pick<Settings, 'url' | 'password' | 'standIn'>;

/** A step of the set-up failed on the platform. */
class SetUpError extends Error {
  override readonly name = 'SetUpError';
}

/** Sets up what is missing, with the calls that an administrator would use. It may be run again. Throws `SetUpError`. */
export const setUpNetwork = async (
  api: Api,
  { settings, log }: { readonly settings: SetUpSettings; readonly log: (line: string) => void },
): Promise<Network> => {
  const { password, url, standIn } = settings;
  const onSkipped: SkippedCallback = (name, refusal) => log(`the set-up goes on without ${name}: ${refusal.message}`);
  const places: DemoIds = await step('tenants, agents and stations', () => setUpPlaces(api));
  const ruleId = await step('rate rules', () => setUpRates(api, places));
  const crcId = await step('reservation terms', () => setUpTerms(api, places));
  const [piles, drivers] = await Promise.all([
    step('piles', () => setUpPiles(api, { places, ruleId, crcId, onSkipped })),
    step('customers, cards and cars', () => setUpPeople(api, { places, onSkipped })),
    step('sign-ins', () => setUpUsers(api, { places, password, onSkipped })),
  ]);
  const [payAddresses] = await Promise.all([
    step('payments', () => setUpPayments(api, { places, piles, url, standIn, onSkipped })),
    step('invoices', () => setUpInvoices(api, { places, standIn, onSkipped })),
    step('recharges', () => setUpWallets(api, drivers)),
    step('mini-program', () => setUpMiniProgram(api, places)),
    step('white lists', () => setUpWhiteLists(api, { places, onSkipped })),
    step('firmware', () => setUpFirmware(api, places)),
    step('power', () => setUpPower(api, places, piles)),
  ]);
  await step('activities', () => setUpActivities(api, { places, drivers, onSkipped }));
  await step('big screens', () => setUpScreens(api, { places, onSkipped }));
  await step('privilege cards', () => setUpPrivilegeCards(api, { places, drivers, onSkipped }));
  await step('points', () => setUpPoints(api, { places, drivers, onSkipped }));
  await step('partners', () => setUpPartners(api, { places, onSkipped }));
  await step('reservations', () => setUpReservations(api, { piles, drivers, onSkipped }));
  return { installation: places.installation, piles, drivers, payAddresses };
};

const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new SetUpError(`the demo's ${name} could not be set up: ${error instanceof Error ? error.message : String(error)}`);
  }
};
