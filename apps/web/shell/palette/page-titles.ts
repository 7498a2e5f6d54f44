import { features } from '../../features.ts';
import type { Titles } from './hits.ts';

/** What the nouns call their pages, in all languages. */
export const pageTitles: Titles = new Map(features.flatMap(({ menu }) => (menu ?? []).map(({ path, title }) => [path, title] as const)));
