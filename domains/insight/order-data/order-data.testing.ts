import { mainPartType } from '#engines/order/codes.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { makeSum, manySums } from '../charge-sum/sum-rows.fixture.ts';

export const testing = nounTesting({
  name: 'orderData',
  rows: {
    level: 'station',
    make: (b, owner) => makeSum(b, owner, { subject: mainPartType.phoneUser, subjectKey: `137${String(b.next()).padStart(8, '0')}` }),
  },
  bench: { sql: [manySums('1 + n % 4', 'n::text')] },
});
