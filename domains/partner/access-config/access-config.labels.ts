import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { accessConfig } from './access-config.ts';

export const accessConfigLabels = labels(accessConfig, {
  noun: ['接入配置', '接入設定', 'Access configuration'],
  fields: {
    accessConfigId: ['编号', '編號', 'Access id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    cname: ['合作方', '合作夥伴', 'Partner'],
    state: ['状态', '狀態', 'State'],
    authType: ['授权方式', '授權方式', 'Authorization'],
    authId: ['授权标识', '授權識別碼', 'Auth id'],
    accessToken: ['访问令牌', '存取權杖', 'Access token'],
    authExpTime: ['授权到期时间', '授權到期時間', 'Ends'],
    custId: ['付款客户', '付款客戶', 'Paying customer'],
    accessRights: ['接口权限', '介面權限', 'Rights'],
    callsPerMinute: ['每分钟调用上限', '每分鐘呼叫上限', 'Calls a minute'],
    openChargesMax: ['同时充电上限', '同時充電上限', 'Open charges'],
    allowedAddresses: ['允许的地址', '允許的位址', 'Allowed addresses'],
    stationCount: ['站点数', '站點數', 'Stations'],
    keyIssueTime: ['密钥签发时间', '金鑰簽發時間', 'Keys made'],
    oldKeyCount: ['仍有效的旧密钥', '仍有效的舊金鑰', 'Old keys still valid'],
    lastCallTime: ['最近调用', '最近呼叫', 'Last call'],
    remark: ['备注', '備註', 'Remark'],
  },
});

export const accessConfigInputLabels = {
  overlapHours: ['旧密钥保留小时数', '舊金鑰保留小時數', 'Old keys stay valid for'],
  stationIds: ['站点', '站點', 'Stations'],
} as const satisfies Readonly<Record<string, Words>>;

export const accessConfigWords = {
  rotateKeys: ['生成密钥', '產生金鑰', 'Make keys'],
  endOldKeys: ['停用旧密钥', '停用舊金鑰', 'End old keys'],
  askEndOldKeys: [
    '立即停用“{name}”的旧密钥？仍用旧密钥的调用将被拒绝。',
    '立即停用「{name}」的舊金鑰？仍用舊金鑰的呼叫將被拒絕。',
    'End the old keys of {name} now? Calls with them are refused at once.',
  ],
  noOldKeys: ['没有仍有效的旧密钥', '沒有仍有效的舊金鑰', 'No old keys are valid'],
  setStations: ['设置站点', '設定站點', 'Set stations'],
  stations: ['查看站点', '檢視站點', 'Stations of the account'],
  stationsHint: [
    '合作方只能看到并使用这里选择的站点；不选则看不到任何站点。',
    '合作夥伴只能看到並使用此處選擇的站點；不選則看不到任何站點。',
    'The partner sees and uses these stations alone; without any it sees none.',
  ],
  newKeys: ['新密钥', '新金鑰', 'New keys'],
  once: [
    '密钥只显示这一次，请立即保存并通过安全渠道交给合作方。',
    '金鑰只顯示這一次，請立即保存並透過安全管道交給合作夥伴。',
    'The keys are shown only now; keep them and hand them to the partner by a safe way.',
  ],
  oldKeysEnd: ['旧密钥有效至 {time}', '舊金鑰有效至 {time}', 'The old keys are valid until {time}'],
  rotateHint: [
    '新密钥立即生效。旧密钥在所填小时数内仍有效，供合作方切换；填0立即停用。',
    '新金鑰立即生效。舊金鑰在所填小時數內仍有效，供合作夥伴切換；填0立即停用。',
    'The new keys are valid at once. The old ones stay valid for so many hours, in which the partner changes over; 0 ends them now.',
  ],
  keptKeys: ['已保存', '已保存', 'I have kept them'],
  copyAll: ['复制全部', '複製全部', 'Copy all'],
  addressesHint: [
    'IP地址或网段，用逗号分隔，例如 203.0.113.7,198.51.100.0/24；留空则不限',
    'IP位址或網段，用逗號分隔，例如 203.0.113.7,198.51.100.0/24；留空則不限',
    'Addresses or networks separated by commas, such as 203.0.113.7,198.51.100.0/24; empty: every address',
  ],
} as const satisfies Readonly<Record<string, Words>>;

export const accessConfigRefusals = {
  'accessConfig.notCompany': ['付款客户须为企业客户', '付款客戶須為企業客戶', 'The paying customer must be a company'],
  'accessConfig.notAddress': ['“{text}”不是IP地址或网段', '「{text}」不是IP位址或網段', '{text} is neither an address nor a network'],
  'accessConfig.endPast': ['到期时间须晚于当前时间', '到期時間須晚於目前時間', 'The end must lie in the future'],
  'accessConfig.disused': ['“{name}”已废弃，不能操作', '「{name}」已廢棄，不能操作', '{name} is disused'],
  'accessConfig.otherTenant': ['站点须属于同一租户', '站點須屬於同一租戶', 'The stations must belong to the tenant of the account'],
  'accessConfig.openCharges': [
    '还有{n}个未结束的充电，不能删除',
    '還有{n}個未結束的充電，不能刪除',
    '{n} charges of it are open; it cannot be deleted',
  ],
} as const satisfies RefusalTable;
