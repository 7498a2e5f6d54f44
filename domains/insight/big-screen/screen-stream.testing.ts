import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'screenStream',
  isPublic: { events: 'the page of a big screen; the call wants the key of a screen' },
  neverSucceeds: { events: 'wants the key of a screen' },
});
