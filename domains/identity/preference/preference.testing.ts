import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'preference',
  samples: { save: async () => [{ name: 'list.station', value: { columns: ['stationName'] } }] },
});
