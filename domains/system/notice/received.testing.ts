import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { releasedNotice } from './notice.testing.ts';

export const testing = nounTesting({
  name: 'received',
  samples: { editByAnntIdAndUserId: async (maker) => [{ anntId: await releasedNotice(maker) }] },
});
