import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'operationAnalytics',
  samples: {
    charges: async ({ own }) => [{ days: 7, stationId: await own('station') }],
    use: async ({ own }) => [{ days: 7, stationId: await own('station') }],
    durations: async ({ own }) => [{ days: 7, stationId: await own('station') }],
    hour: async ({ own }) => [{ to: '2026-03-09', weekday: 1, hour: 8, stationId: await own('station') }],
    dormant: async ({ own }) => [{ days: 7, after: 0, stationId: await own('station') }],
    gap: async ({ own }) => [{ days: 7, after: 0, stationId: await own('station') }],
    starts: async ({ own }) => [{ days: 7, stationId: await own('station') }],
    refunds: async ({ own }) => [{ days: 7, stationId: await own('station') }],
    unbilled: async ({ own }) => [{ days: 7, stationId: await own('station') }],
  },
});
