import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { rateAlias } from './rate-alias.ts';

export const rateAliasLabels = labels(rateAlias, {
  noun: ['费用别名', '費用別名', 'Names of fee items'],
  fields: {
    rateAliasId: ['编号', '編號', 'Id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    aliases: ['别名', '別名', 'Names'],
  },
});

export const rateAliasRefusals = {
  'rateAlias.twice': ['费用项目只能各出现一次', '費用項目只能各出現一次', 'Each fee item may appear once only'],
  'rateAlias.same': ['别名“{name}”已用于另一费用项目', '別名「{name}」已用於另一費用項目', 'The name {name} is that of another fee item'],
  'rateAlias.unknown': [
    '字典 rate_type_alias 中没有“{value}”',
    '字典 rate_type_alias 中沒有「{value}」',
    'The dictionary rate_type_alias has no item {value}',
  ],
  'rateAlias.dictName': ['字典只能是 rate_type', '字典只能是 rate_type', 'The dictionary has to be rate_type'],
  'rateAlias.tenantOnly': [
    '租户的默认别名须由租户管理员修改',
    '租戶的預設別名須由租戶管理員修改',
    'Only who sees the whole tenant may change its names',
  ],
} as const satisfies RefusalTable;
export type RateAliasRefusal = keyof typeof rateAliasRefusals;

export const rateAliasWords = {
  program: ['默认名称', '預設名稱', 'Default'],
  ofTenant: ['租户别名', '租戶別名', 'Named by the tenant'],
  effective: ['实际显示', '實際顯示', 'Shown'],
  wholeTenant: ['租户默认（所有站点）', '租戶預設（所有站點）', 'The whole tenant'],
  dictItem: ['字典项', '字典項', 'Item of the dictionary'],
  freeText: ['自定义', '自訂', 'Free text'],
  hint: [
    '仅影响名称的显示，不影响计费；订单显示开始充电时的名称。字典 rate_type_alias 的字典项有三种语言。',
    '僅影響名稱的顯示，不影響計費；訂單顯示開始充電時的名稱。字典 rate_type_alias 的字典項有三種語言。',
    'Names change no amount. An order shows the names of its start. Items of the dictionary rate_type_alias have three languages.',
  ],
  choosePlace: ['请选择租户', '請選擇租戶', 'Choose a tenant'],
} as const satisfies Readonly<Record<string, Words>>;
