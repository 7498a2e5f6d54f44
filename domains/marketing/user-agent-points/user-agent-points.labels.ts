import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { userAgentPoints } from './user-agent-points.ts';

export const userAgentPointsLabels = labels(userAgentPoints, {
  noun: ['用户积分', '使用者積分', 'Points of a customer'],
  fields: {
    userAgentPointsId: ['账户编号', '帳戶編號', 'Account id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    pointProgramId: ['积分计划', '積分計畫', 'Programme'],
    custId: ['客户', '客戶', 'Customer'],
    userName: ['客户名称', '客戶名稱', 'Name'],
    userMobile: ['手机号', '手機號碼', 'Phone'],
    balance: ['积分余额', '積分餘額', 'Balance'],
    locked: ['订单占用', '訂單佔用', 'Set aside'],
    waitingPoints: ['锁定中', '鎖定中', 'Not yet spendable'],
    worthAmount: ['可用价值', '可用價值', 'Worth'],
    expiringSoon: ['30天内到期', '30天內到期', 'Expire in 30 days'],
    expiringAt: ['最近到期', '最近到期', 'First expiry'],
    lifetimeEarned: ['累计获得', '累計獲得', 'Earned in all'],
    lifetimeSpent: ['累计抵扣', '累計折抵', 'Spent in all'],
    debt: ['待补积分', '待補積分', 'Owed'],
    lastChange: ['最近变动', '最近變動', 'Last change'],
    askedPoints: ['待复核', '待複核', 'To be confirmed'],
    askedReason: ['复核原因', '複核原因', 'Reason of that'],
    askedBy: ['提交人', '提交人', 'Asked by'],
    currency: ['币种', '幣別', 'Currency'],
  },
  actions: {
    give: ['发放积分', '發放積分', 'Give points'],
    take: ['扣减积分', '扣減積分', 'Take points'],
    confirm: ['复核', '複核', 'Confirm'],
  },
});

export const userAgentPointsInputLabels = {
  points: ['积分', '積分', 'Points'],
  reason: ['原因', '原因', 'Reason'],
  agree: ['同意', '同意', 'Agree'],
  custId: ['客户', '客戶', 'Customer'],
  pointProgramId: ['积分计划', '積分計畫', 'Programme'],
} as const satisfies Readonly<Record<string, Words>>;

export const pointRefusals = {
  'points.tooFew': ['可扣积分只有 {points}', '可扣積分只有 {points}', 'Only {points} points can be taken'],
  'points.foreignProgram': [
    '客户不属于该积分计划的租户',
    '客戶不屬於該積分計畫的租戶',
    'The customer does not belong to the tenant of the programme',
  ],
  'points.secondOpen': ['{name} 的申请待复核', '{name} 的申請待複核', 'What {name} has asked for waits to be confirmed'],
  'points.secondNone': ['没有待复核的申请', '沒有待複核的申請', 'Nothing waits to be confirmed'],
  'points.secondSame': ['须由另一人复核', '須由另一人複核', 'Somebody else has to confirm it'],
  'points.notUsable': ['积分现在不能用于此订单', '積分現在不能用於此訂單', 'Points cannot be used for this order now'],
} as const satisfies RefusalTable;

/** The texts of the page. */
export const userAgentPointsWords = {
  menu: ['用户积分', '使用者積分', 'Points of customers'],
  given: ['已发放', '已發放', 'Given'],
  taken: ['已扣减', '已扣減', 'Taken'],
  asked: ['已提交，待另一人复核', '已提交，待另一人複核', 'Asked for; somebody else has to confirm it'],
  confirmed: ['已复核', '已複核', 'Confirmed'],
  declined: ['已驳回', '已駁回', 'Declined'],
  give: ['发放积分', '發放積分', 'Give points'],
  take: ['扣减', '扣減', 'Take'],
  takeTitle: ['扣减 {n} 个账户的积分', '扣減 {n} 個帳戶的積分', 'Take points of {n} accounts'],
  agree: ['同意', '同意', 'Agree'],
  decline: ['驳回', '駁回', 'Decline'],
  agreeTitle: ['同意“{name}”的申请：{points} 积分', '同意「{name}」的申請：{points} 積分', 'Agree: {points} points, asked for by {name}'],
  declineTitle: ['驳回“{name}”的申请：{points} 积分', '駁回「{name}」的申請：{points} 積分', 'Decline: {points} points, asked for by {name}'],
  chooseCustomers: ['请选择客户', '請選擇客戶', 'Choose customers'],
  limit: ['超过设置的上限时须由另一人复核', '超過設定的上限時須由另一人複核', 'Above the limit of the settings somebody else has to confirm'],
} as const satisfies Readonly<Record<string, Words>>;
