import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const unsupported = 'The protocol of this pile has no such operation';

export const testing = nounTesting({
  name: 'chargingProfile',
  samples: {
    setChargingProfile: async ({ own }) => [
      { cpCode: await own('pile'), purpose: 'TxDefaultProfile', gunNumber: 0, stackLevel: 0, unit: 'W', periods: [{ startMinute: 0, limit: 7_000 }] },
    ],
    clearChargingProfile: async ({ own }) => [{ cpCode: await own('pile') }],
    readSchedule: async ({ own }) => [{ cpCode: await own('pile'), gunNumber: 0, minutes: 60 }],
  },
  refusedHere: { setChargingProfile: unsupported, clearChargingProfile: unsupported, readSchedule: unsupported },
});
