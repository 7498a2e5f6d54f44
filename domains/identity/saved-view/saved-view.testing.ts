import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'savedView',
  samples: {
    list: async () => [{ noun: 'station' }],
    save: async ({ builder }) => [{ noun: 'station', title: `View ${builder.next()}`, share: 'tenant', state: { filters: {} } }],
    delete: async () => [{ viewId: '1' }],
  },
  // Views belong to a user; apps/server/saved-view.test.ts tests them.
  namesNoRow: ['viewId'],
  neverSucceeds: { delete: 'nobody here has saved a view' },
});
