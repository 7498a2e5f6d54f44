import { customers } from '#domains/customer/resources.ts';
import { device } from '#domains/device/resources.ts';
import { identity } from '#domains/identity/resources.ts';
import { network } from '#domains/network/resources.ts';
import { system } from '#domains/system/resources.ts';
import { tariff } from '#domains/tariff/resources.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { knowNouns } from '#kit/web/refs.ts';

/** Every noun that may need one of the kit's own pages, street by street. */
export const features: readonly Feature[] = [system, identity, network, customers, tariff, device].flatMap((domain) => domain.features);

knowNouns(features.flatMap(({ resource }) => resource ?? []));

/** The noun whose page a menu entry names. */
export const featureOf = (component: string): Feature | undefined =>
  features.find(({ menu }) => menu?.some((entry) => entry.component === component));
