import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'cardReapply',
  samples: { reapply: async ({ own, builder }) => [{ icCardId: await own('card'), newIcCardNo: `R${builder.next()}`, csrReason: 'lost' }] },
  namesNoRow: ['newIcCardNo'],
});
