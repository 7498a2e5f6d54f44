import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { powerControlRefusals } from '../power-control/power-control.labels.ts';
import { powerKey } from './power-key.ts';

export const powerKeyLabels = labels(powerKey, {
  noun: ['调度密钥', '調度金鑰', 'Grid operator key'],
  fields: {
    powerKeyId: ['编号', '編號', 'Key id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    powerControlId: ['功率控制', '功率控制', 'Power control'],
    keyName: ['名称', '名稱', 'Name'],
    keyHint: ['末尾', '末尾', 'Ends in'],
    keyDigest: ['摘要', '摘要', 'Digest'],
    isValid: ['状态', '狀態', 'State'],
    expireTime: ['失效时间', '失效時間', 'Expires'],
    revokeTime: ['吊销时间', '吊銷時間', 'Revoked'],
    lastUsedTime: ['最近使用', '最近使用', 'Last used'],
  },
});

export const powerKeyWords = {
  issue: ['签发密钥', '簽發金鑰', 'Issue a key'],
  issueShort: ['签发', '簽發', 'Issue'],
  revoke: ['吊销', '吊銷', 'Revoke'],
  askRevoke: [
    '吊销密钥“{name}”？使用它的调用立即被拒绝，已收到的限值不变。',
    '吊銷金鑰「{name}」？使用它的呼叫立即被拒絕，已收到的限值不變。',
    'Revoke key {name}? Calls with it are refused at once; limits that were received stay.',
  ],
  revoked: ['已吊销', '已吊銷', 'It is revoked already'],
  once: [
    '密钥只显示这一次，请立即保存并交给电网调度方',
    '金鑰只顯示這一次，請立即保存並交給電網調度方',
    'The key is shown only now; keep it and hand it to the grid operator',
  ],
  kept: ['已保存', '已保存', 'I have kept it'],
  newKey: ['新密钥', '新金鑰', 'New key'],
} as const satisfies Readonly<Record<string, Words>>;

export const powerKeyRefusals = {
  ...powerControlRefusals,
  'powerKey.tooMany': [
    '策略“{name}”已有{max}个有效密钥，请先吊销一个',
    '策略「{name}」已有{max}個有效金鑰，請先吊銷一個',
    'Power control {name} has {max} valid keys; revoke one first',
  ],
  'powerKey.revoked': ['密钥已吊销', '金鑰已吊銷', 'The key is revoked already'],
  'powerKey.expiresPast': ['失效时间须晚于当前时间', '失效時間須晚於目前時間', 'The key must expire in the future'],
} as const;
