import { domain } from '#kit/resource/feature.ts';
import { stubNoun } from '#kit/test/nouns/stub-noun.ts';

/** Declares the noun that piles refer to in a domain that comes later in the import order, as far as the registry needs it. */
export const laterNouns = domain('later', [stubNoun({ name: 'powerControl', table: 'power_control', key: 'powerControlId', title: 'ruleName' })]);
