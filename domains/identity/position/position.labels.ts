import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { position } from './position.ts';

export const positionLabels = labels(position, {
  noun: ['职务', '職務', 'Position'],
  fields: {
    id: ['职务编号', '職務編號', 'Position id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    code: ['职务编码', '職務編碼', 'Code'],
    name: ['职务名称', '職務名稱', 'Name'],
    postRank: ['职级', '職級', 'Rank'],
  },
});

export const positionRefusals = {
  'position.held': [
    '职务“{name}”还有{count}个用户担任，不能删除',
    '職務「{name}」還有{count}個使用者擔任，不能刪除',
    'Position {name} is still held by {count} {count|user|users} and cannot be deleted',
  ],
  'position.foreign': ['所选职务不存在', '所選職務不存在', 'A chosen position does not exist'],
} as const satisfies RefusalTable;
