import { readyPile } from '#domains/tariff/pile-policy/pile-policy.testing.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'rates',
  samples: { syncRateRule: async ({ builder, owner }) => [{ cpCodes: await readyPile(builder, owner) }] },
});
