import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { SampleMaker } from '#kit/test/nouns/noun-testing.ts';
import { rowsByStaff, markedText } from '#kit/test/nouns/row-makers.ts';
import { dictApi } from './dict.ts';

const BENCH_DICTS = 2_000;

/** A dictionary in the recycle bin, for the calls that restore one. */
const deletedDict = async ({ own, fresh, builder, owner }: SampleMaker): Promise<string> => {
  const id = await own('dict');
  if (fresh) await builder.okAsStaff(owner, dictApi.delete, { id });
  return id;
};

export const testing = nounTesting({
  name: 'dict',
  rows: rowsByStaff({ add: dictApi.add, key: 'id' }, async (b, owner) => ({
    dictName: markedText(b, owner, 'tenant'),
    dictCode: `d${b.next()}-${markOf(ownerAt(owner, 'tenant'))}`,
  })),
  bench: {
    rows: BENCH_DICTS,
    sql: [
      `insert into sys_dict (id, tenant_id, dict_code, dict_name, create_time)
        select 1000000 + n, ${TENANT}, 'dict_' || n, 'Dictionary ' || n, ${AT} ${rowsOf(BENCH_DICTS)}`,
    ],
  },
  samples: {
    getDictItems: async () => [{ dictCode: 'sex' }],
    back: async (maker) => [{ id: await deletedDict(maker) }],
    deletePhysic: async (maker) => [{ id: await deletedDict(maker) }],
  },
  namesNoRow: ['dictCode'],
});
