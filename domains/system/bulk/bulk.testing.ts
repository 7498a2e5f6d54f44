import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'bulk',
  samples: { run: async ({ own, fresh }) => [{ noun: 'vipLevel', verb: 'delete', rowIds: await own('vipLevel'), preview: fresh ? 0 : 1 }] },
  // The ids belong to the noun that the call names; apps/server/bulk.test.ts tests them.
  namesNoRow: ['rowIds'],
});
