import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'parameter',
  refusedHere: { setParameter: 'The pile is offline; this cannot wait for it' },
});
