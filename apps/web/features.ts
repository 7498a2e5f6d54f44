import { network } from '#domains/network/resources.ts';
import type { Feature } from '#kit/resource/feature.ts';

/** Nouns whose pages are the kit's own, by the menu's `component`. */
const features = [network].flatMap((domain) => domain.features);

export const featureOf = (component: string): Feature | undefined =>
  features.find(({ menu }) => menu?.some((entry) => entry.component === component));
