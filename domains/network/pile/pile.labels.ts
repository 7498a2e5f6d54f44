import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { pile } from './pile.ts';

export const pileLabels = labels(pile, {
  noun: ['电桩', '電樁', 'Pile'],
  fields: {
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpName: ['桩名称', '樁名稱', 'Pile name'],
    cpType: ['桩类型', '樁類型', 'Type'],
    protocol: ['通信协议', '通訊協定', 'Protocol'],
    gunCount: ['枪数', '槍數', 'Guns'],
    cpPower: ['额定功率', '額定功率', 'Rated power'],
    cpV: ['额定电压', '額定電壓', 'Rated voltage'],
    cpI: ['额定电流', '額定電流', 'Rated current'],
    cpStat: ['启用状态', '啟用狀態', 'Enabled'],
    cpWorkStat: ['工作状态', '工作狀態', 'Work state'],
    cpFaultType: ['故障', '故障', 'Fault'],
    cpTime: ['投运日期', '投運日期', 'In service since'],
    canBeReservation: ['可预约', '可預約', 'Can be reserved'],
    crcId: ['预约配置', '預約設定', 'Reservation terms'],
    exterOperate: ['对外运营', '對外營運', 'Open to the public'],
    checkAccount: ['校验账户', '校驗帳戶', 'Check accounts'],
    accountMinAmount: ['最低启动金额', '最低啟動金額', 'Least balance to start'],
    insertSelfStart: ['插枪自启动', '插槍自啟動', 'Start when plugged in'],
    rateRuleId: ['费率策略', '費率策略', 'Rate policy'],
    rateRuleNo: ['费率策略号', '費率策略號', 'Rate policy no.'],
    powerControlId: ['功率控制', '功率控制', 'Power control'],
    encryptionMode: ['加密方式', '加密方式', 'Encryption'],
    encryptionSecret: ['通信密钥', '通訊金鑰', 'Secret'],
    securityProfile: ['安全等级', '安全等級', 'Security profile'],
    overTls: ['上次经TLS登录', '上次經TLS登入', 'Last login over TLS'],
    payQrCode: ['支付二维码', '支付二維碼', 'Payment QR code'],
    parameterStat: ['参数一致性', '參數一致性', 'Parameters'],
    differingCount: ['不一致参数数', '不一致參數數', 'Differing parameters'],
    lastSeen: ['最近通信', '最近通訊', 'Last seen'],
    onlineSince: ['上线时间', '上線時間', 'Online since'],
    nativeVersion: ['协议版本', '協定版本', 'Variant'],
    mainSw: ['主板软件版本', '主板軟體版本', 'Main software'],
    guns: ['各枪状态', '各槍狀態', 'Guns now'],
    currency: ['币种', '幣別', 'Currency'],
    timezone: ['站点时区', '站點時區', 'Station time zone'],
  },
  hints: {
    encryptionSecret: [
      '16位字符或32位十六进制；留空则自动生成',
      '16位字元或32位十六進位；留空則自動產生',
      '16 characters or 32 hex digits; left empty, one is made',
    ],
    securityProfile: [
      '2级只接受TLS连接。只能提高，不能降低；电桩须先经TLS登录过一次',
      '2級只接受TLS連線。只能提高，不能降低；電樁須先經TLS登入過一次',
      'With 2 only connections over TLS are accepted. It can be raised, not lowered, and only after the pile has logged in over TLS',
    ],
    accountMinAmount: ['余额低于此值不能启动', '餘額低於此值不能啟動', 'With less than this nobody can start'],
  },
});

export const pileRefusals = {
  'pile.noRatePolicy': [
    '电桩“{name}”未关联费率策略，不能启用',
    '電樁「{name}」未關聯費率策略，不能啟用',
    'Pile {name} has no rate policy and cannot be enabled',
  ],
  'pile.ratePolicyNotToday': [
    '电桩“{name}”的费率策略当前未启用或不在有效期内，不能启用',
    '電樁「{name}」的費率策略目前未啟用或不在有效期內，不能啟用',
    'The rate policy of pile {name} is not valid now, so the pile cannot be enabled',
  ],
  'pile.disused': ['电桩“{name}”已废弃，不能再变更', '電樁「{name}」已廢棄，不能再變更', 'Pile {name} is disused and stays so'],
  'pile.charging': [
    '电桩“{name}”有{count}把枪正在充电或已被预约',
    '電樁「{name}」有{count}把槍正在充電或已被預約',
    '{count} {count|gun|guns} of pile {name} {count|is|are} charging or reserved',
  ],
  'pile.placeDisused': [
    '电桩“{name}”所属的站点、运营商或租户已废弃，不能启用',
    '電樁「{name}」所屬的站點、營運商或租戶已廢棄，不能啟用',
    'Pile {name} cannot be enabled: its station, agent or tenant is disused',
  ],
  'pile.badSecret': ['通信密钥应为16位字符或32位十六进制', '通訊金鑰應為16位字元或32位十六進位', 'The secret needs 16 characters or 32 hex digits'],
  'pile.profileFalls': [
    '电桩“{name}”的安全等级只能提高，不能降低',
    '電樁「{name}」的安全等級只能提高，不能降低',
    'The security profile of pile {name} can be raised but not lowered',
  ],
  'pile.noTlsYet': [
    '电桩“{name}”上次登录未经TLS；提高安全等级后它将无法连接，请先让它经TLS登录',
    '電樁「{name}」上次登入未經TLS；提高安全等級後它將無法連線，請先讓它經TLS登入',
    'The last login of pile {name} was not over TLS. With profile 2 it could not connect, so let it log in over TLS first',
  ],
  'pile.offlineAboveRated': [
    '离线最大功率{asked} kW不能超过额定功率{rated} kW',
    '離線最大功率{asked} kW不能超過額定功率{rated} kW',
    'The offline limit of {asked} kW cannot exceed the rated {rated} kW',
  ],
} as const satisfies RefusalTable;
export type PileRefusal = keyof typeof pileRefusals;

/** The texts about piles besides the labels of their fields. */
export const pileWords = {
  rating: ['类型与功率', '類型與功率', 'Rating'],
  noPolicy: ['未设置', '未設定', 'None set'],
  overview: ['概览', '概覽', 'Overview'],
  now: ['当前状态', '目前狀態', 'Now'],
  belongs: ['归属', '歸屬', 'Belongs to'],
  device: ['设备', '設備', 'Device'],
  operation: ['运营', '營運', 'Operation'],
  records: ['记录', '紀錄', 'Records'],
  renewSecret: ['更换密钥', '更換金鑰', 'Renew secret'],
  secretOf: ['更换密钥：{name}（{code}）', '更換金鑰：{name}（{code}）', 'Secret of {name} ({code})'],
  renewHint: [
    '将生成新的通信密钥，旧密钥立即失效，电桩随即断开。请先准备好把新密钥写入设备。',
    '將產生新的通訊金鑰，舊金鑰立即失效，電樁隨即斷開。請先準備好把新金鑰寫入設備。',
    'A new secret is made. The old one stops working at once and the pile is disconnected, so be ready to enter the new one into the device.',
  ],
  secretOnce: [
    '新密钥只显示这一次，关闭后无法再查看。',
    '新金鑰只顯示這一次，關閉後無法再查看。',
    'The new secret is shown this once. It cannot be read again after closing.',
  ],
  newSecret: ['新密钥', '新金鑰', 'New secret'],
  secretKept: ['我已保存', '我已儲存', 'I have kept it'],
} as const satisfies Readonly<Record<string, Words>>;
