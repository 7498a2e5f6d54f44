import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { statType } from './home-data.codes.ts';

const { amount, energy, charges, elec, srv } = statType.items;

export const testing = nounTesting({
  name: 'homeDashboard',
  samples: {
    operational: async ({ own }) => [{ stationId: await own('station') }],
    stations: async ({ own }) => [{ stationId: await own('station'), statType: energy.value, days: 30 }],
    other: async ({ own }) => [{ stationId: await own('station') }],
    monthly: async ({ own }) => [{ stationId: await own('station'), statType: amount.value, year: 2026, month: 2 }],
    monthlySums: async ({ own }) => [{ stationId: await own('station'), statType: elec.value, year: 2026, month: 1 }],
    yearly: async ({ own }) => [{ stationId: await own('station'), statType: charges.value, year: 2026 }],
    yearlySums: async ({ own }) => [{ stationId: await own('station'), statType: srv.value, year: 2026 }],
  },
});
