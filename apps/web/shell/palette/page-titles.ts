import { features } from '../../features.ts';
import type { Titles } from './hits.ts';

/** The titles of the nouns' pages, in all languages. */
export const pageTitles: Titles = new Map(features.flatMap(({ menu }) => (menu ?? []).map(({ path, title }) => [path, title] as const)));
