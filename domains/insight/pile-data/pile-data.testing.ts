import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { statSubject } from '../charge-sum/charge-sum.codes.ts';
import { makeSum, manySums } from '../charge-sum/sum-rows.fixture.ts';

export const testing = nounTesting({
  name: 'pileData',
  rows: {
    level: 'station',
    make: (b, owner) => makeSum(b, owner, { subject: statSubject.pile, subjectKey: `P${b.next()}` }),
  },
  bench: { sql: [manySums(String(statSubject.pile), `'P' || n`)] },
});
