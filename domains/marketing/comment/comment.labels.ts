import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import type { Words } from '#kit/fields/words.ts';
import { comment } from './comment.ts';

export const commentLabels = labels(comment, {
  noun: ['评论', '評論', 'Comment'],
  fields: {
    commentId: ['评论编号', '評論編號', 'Comment id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    commentTime: ['评论时间', '評論時間', 'Left at'],
    score: ['评分', '評分', 'Stars'],
    content: ['内容', '內容', 'Text'],
    tagCodes: ['标签', '標籤', 'Tags'],
    commentStatus: ['状态', '狀態', 'Status'],
    machineVerdict: ['机审结果', '機審結果', 'Machine check'],
    machineFound: ['机审发现', '機審發現', 'Found by the machine'],
    reportCount: ['被举报', '被舉報', 'Reports'],
    reply: ['回复', '回覆', 'Reply'],
    replyBy: ['回复人', '回覆人', 'Replied by'],
    replyTime: ['回复时间', '回覆時間', 'Replied at'],
    auditBy: ['审核人', '審核人', 'Judged by'],
    auditTime: ['审核时间', '審核時間', 'Judged at'],
    auditReason: ['审核原因', '審核原因', 'Reason'],
    editedTime: ['修改时间', '修改時間', 'Edited at'],
    chargingOrderId: ['订单', '訂單', 'Order'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    gunNumber: ['枪号', '槍號', 'Gun no.'],
    chargeTime: ['充电开始', '充電開始', 'Charge began'],
    chargeMinutes: ['充电时长', '充電時長', 'Charged for'],
    chargingElec: ['充电电量', '充電電量', 'Energy'],
    custId: ['作者', '作者', 'Author'],
  },
});

export const commentWords = {
  counts: ['待审评论数', '待審評論數', 'Comments that wait'],
  judge: ['审核', '審核', 'Judge'],
  publish: ['发布', '發佈', 'Publish'],
  reject: ['驳回', '駁回', 'Reject'],
  hide: ['隐藏', '隱藏', 'Hide'],
  reply: ['回复', '回覆', 'Reply'],
  replyHint: ['回复会显示在评论下方；留空则撤回', '回覆會顯示在評論下方；留空則撤回', 'Drivers see it below the comment; empty takes it back'],
  reason: ['原因', '原因', 'Reason'],
  reasonHint: ['作者会看到', '作者會看到', 'The author reads it'],
  next: ['下一条', '下一條', 'Next'],
  previous: ['上一条', '上一條', 'Previous'],
  pending: ['待审核 {n}', '待審核 {n}', 'To be judged {n}'],
  reported: ['被举报 {n}', '被舉報 {n}', 'Reported {n}'],
  all: ['全部', '全部', 'All'],
  order: ['订单情况', '訂單情況', 'The charge'],
  nothing: ['没有待处理的评论', '沒有待處理的評論', 'Nothing waits'],
  keys: ['按键：P 发布，R 驳回，→ 下一条，← 上一条', '按鍵：P 發佈，R 駁回，→ 下一條，← 上一條', 'Keys: P publish, R reject, → next, ← previous'],
  noText: ['（没有文字）', '（沒有文字）', '(no text)'],
  anonymous: ['未登录', '未登入', 'Not signed in'],
  foundLink: ['链接', '連結', 'Link'],
  foundPhone: ['电话号码', '電話號碼', 'Phone number'],
  foundRepeated: ['重复内容', '重複內容', 'Repeated text'],
  leftOver: ['{n}条未处理：{reason}', '{n}條未處理：{reason}', '{n} left as they are: {reason}'],
} as const satisfies Readonly<Record<string, Words>>;

export const commentRefusals = {
  'comment.none': ['请选择 1 至 {max} 条评论', '請選擇 1 至 {max} 條評論', 'Choose 1 to {max} comments'],
  'comment.reasonMissing': ['请填写 2 至 200 字的原因', '請填寫 2 至 200 字的原因', 'Give a reason of 2 to 200 letters'],
  'comment.transition': [
    '该评论的状态是“{status}”，不能这样处理',
    '該評論的狀態是「{status}」，不能這樣處理',
    'The comment is "{status}" and cannot be changed like this',
  ],
  'comment.ownStation': [
    '只有管理整个租户的人员可以删除评论',
    '只有管理整個租戶的人員可以刪除評論',
    'Only staff of the whole tenant may delete comments; hide it with a reason instead',
  ],
} as const satisfies RefusalTable;
