import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const dictInputLabels = { dictCode: ['字典编码', '字典編碼', 'Dictionary code'] } as const satisfies Readonly<Record<string, Words>>;

export const dictRefusals = {
  'dict.unknown': ['字典“{code}”不存在', '字典「{code}」不存在', 'There is no dictionary called {code}'],
} as const satisfies RefusalTable;

export const dictWords = { refreshed: ['刷新缓存完成！', '重新整理快取完成！', 'The dictionaries are up to date'] } as const satisfies Readonly<
  Record<string, Words>
>;
