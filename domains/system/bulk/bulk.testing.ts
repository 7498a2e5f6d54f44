import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'bulk',
  samples: { run: async ({ own, fresh }) => [{ noun: 'vipLevel', verb: 'delete', rowIds: await own('vipLevel'), preview: fresh ? 0 : 1 }] },
  // Of whatever noun is named; apps/server/bulk.test.ts looks at these.
  namesNoRow: ['rowIds'],
});
