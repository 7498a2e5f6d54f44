import { domains } from '#apps/domains.ts';
import type { Feature } from '#kit/resource/feature.ts';
import type { AnyResource } from '#kit/resource/resource.ts';

/** Every feature of every domain. Nouns that the server offers in its menu may be drawn by a page of the kit. */
export const features: readonly Feature[] = domains.flatMap((domain) => domain.features);

export const nouns: readonly AnyResource[] = features.flatMap(({ resource }) => resource ?? []);

/** The noun to whose page a menu entry belongs. */
export const featureOf = (component: string): Feature | undefined =>
  features.find(({ menu }) => menu?.some((entry) => entry.component === component));
