import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'alarmMeasure',
  samples: { measures: async ({ own }) => [{ days: 7, timezone: 'Asia/Shanghai', stationId: await own('station') }] },
});
