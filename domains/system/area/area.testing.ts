import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'area',
  samples: {
    queryNodesByParentId: async () => [{ parentId: '330000' }],
    queryAreaPaths: async () => [{ ids: '330106' }],
    searchArea: async () => [{ keyword: 'Hangzhou' }],
  },
  // These are codes of the program and not rows.
  namesNoRow: ['areaCode', 'parentId', 'area.queryAreaPaths ids'],
});
