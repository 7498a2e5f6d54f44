import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { unusedControl, wholeDay } from '../power-control/power-control.testing.ts';

export const testing = nounTesting({
  name: 'powerMonth',
  samples: {
    saveMonth: async ({ own }) => [{ powerControlId: await own('powerControl'), month: 2, periods: wholeDay }],
    copyMonth: async ({ own }) => [{ powerControlId: await own('powerControl'), month: 1, months: '2,3' }],
    deleteMonth: async (maker) => [{ powerControlId: maker.fresh ? await unusedControl(maker) : await maker.own('powerControl'), month: 3 }],
  },
});
