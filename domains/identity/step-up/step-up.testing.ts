import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { PASSWORD } from '#kit/test/nouns/row-makers.ts';

export const testing = nounTesting({
  name: 'stepUp',
  samples: { prove: async () => [{ password: PASSWORD }] },
  neverSucceeds: { sendCode: 'who came in by a password is sent no code' },
});
