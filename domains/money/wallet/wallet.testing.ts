import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Samples } from '#kit/test/nouns/noun-testing.ts';

const parties: Samples = async ({ builder, owner }) => [
  { mainPartType: 2, mainPartId: builder.key('card', owner) },
  { mainPartType: 3, mainPartId: builder.key('customer', owner) },
  { mainPartType: 4, mainPartId: builder.key('car', owner) },
];

export const testing = nounTesting({
  name: 'wallet',
  samples: { balance: parties, statement: parties, parties: async () => [{ mainPartType: 2 }] },
});
