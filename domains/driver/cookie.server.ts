import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Extras } from '#kit/server/context/route.ts';
import { driverRefusals } from './driver-refusals.labels.ts';

export const isSecure = ({ addressed }: Pick<Extras['client'], 'addressed'>): boolean => addressed.startsWith('https:');

/** The value of a cookie of the request. */
export const cookieOf = ({ headerOf }: Pick<Extras, 'headerOf'>, name: string): string | undefined =>
  (headerOf('cookie') ?? '')
    .split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** A press that a cookie proves must come from a page of this origin. */
export const requireOwnOrigin = ({ client, headerOf }: Pick<Extras, 'client' | 'headerOf'>): void => {
  if (headerOf('origin') !== client.addressed) throwRefusal(driverRefusals, 'driver.foreignOrigin', {}, { status: 403 });
};
