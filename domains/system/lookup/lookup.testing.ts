import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'lookup',
  samples: {
    check: async () => [{ tableName: 'sys_dict', fieldName: 'dict_code', fieldVal: 'nobody_has_this' }],
    loadDict: async () => [{ dict: 'sys_dict,dict_name,id', pageSize: '50' }],
    loadDictItem: async ({ own }) => [{ dict: 'sys_dict,dict_name,id', key: await own('dict') }],
    loadTreeData: async () => [{ pid: '0', tableName: 'sys_category', text: 'name', code: 'id', pidField: 'pid' }],
    loadTreePath: async ({ own }) => [{ key: await own('category'), tableName: 'sys_category', text: 'name', code: 'id', pidField: 'pid' }],
  },
  // Names that are looked up among the offered sources; the tests of look-ups check them.
  namesNoRow: ['key', 'code', 'dataId'],
});
