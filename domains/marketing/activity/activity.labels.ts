import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { activity } from './activity.ts';

export const activityLabels = labels(activity, {
  noun: ['营销活动', '行銷活動', 'Activity'],
  fields: {
    activityId: ['活动编号', '活動編號', 'Activity id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['所属运营商', '所屬營運商', 'Agent'],
    name: ['活动名称', '活動名稱', 'Name'],
    level: ['活动级别', '活動級別', 'Level'],
    kind: ['活动类型', '活動類型', 'Kind'],
    state: ['状态', '狀態', 'State'],
    agentIds: ['适用运营商', '適用營運商', 'For agents'],
    stationIds: ['适用站点', '適用站點', 'At stations'],
    startTime: ['开始时间', '開始時間', 'Begins'],
    endTime: ['结束时间', '結束時間', 'Ends'],
    displayTime: ['展示时间', '展示時間', 'Shown from'],
    title: ['标题', '標題', 'Title'],
    subtitle: ['副标题', '副標題', 'Subtitle'],
    rule: ['活动规则', '活動規則', 'Rules'],
    linkUrl: ['链接', '連結', 'Link'],
    image: ['图片', '圖片', 'Picture'],
    banner: ['横幅', '橫幅', 'Banner'],
    weight: ['权重', '權重', 'Weight'],
    publishTime: ['发布时间', '發佈時間', 'Published'],
    revokeTime: ['撤销时间', '撤銷時間', 'Revoked'],
    revokeReason: ['撤销原因', '撤銷原因', 'Reason of the revocation'],
    couponNum: ['优惠券', '優惠券', 'Coupons'],
    issued: ['已领取', '已領取', 'Received'],
    used: ['已使用', '已使用', 'Used'],
    creditAmount: ['优惠金额', '優惠金額', 'Taken off'],
    energy: ['带来电量', '帶來電量', 'Energy'],
    currency: ['币种', '幣別', 'Currency'],
  },
  hints: {
    agentId: [
      '不填表示租户的活动；优惠由所属方承担',
      '不填表示租戶的活動；優惠由所屬方承擔',
      'Empty: of the tenant. Its owner bears what its coupons take off',
    ],
    agentIds: ['级别为“运营商”时必填', '級別為「營運商」時必填', 'Required for the level Agent'],
    stationIds: ['级别为“站点”时必填', '級別為「站點」時必填', 'Required for the level Station'],
    displayTime: ['不晚于开始时间', '不晚於開始時間', 'Not later than the beginning'],
    linkUrl: ['https 地址或小程序路径 /pages/…', 'https 位址或小程式路徑 /pages/…', 'An https address, or a path of the mini-program: /pages/…'],
    image: ['发布前图片与横幅至少一项', '發佈前圖片與橫幅至少一項', 'A picture or a banner is needed before it is published'],
    banner: ['建议 750×320', '建議 750×320', '750×320 fits best'],
    weight: ['数值大的排在前面', '數值大的排在前面', 'The highest is shown first'],
  },
  actions: {
    publishActivity: ['发布', '發佈', 'Publish'],
    revokeActivity: ['撤销', '撤銷', 'Revoke'],
  },
});

export const activityInputLabels = {
  id: ['活动编号', '活動編號', 'Activity id'],
  ids: ['活动编号', '活動編號', 'Activity ids'],
  reason: ['撤销原因', '撤銷原因', 'Reason'],
} as const satisfies Readonly<Record<string, Words>>;

export const activityRefusals = {
  'activity.period': [
    '结束须晚于开始，展示不得晚于开始',
    '結束須晚於開始，展示不得晚於開始',
    'It has to end after it begins, and to be shown by then',
  ],
  'activity.scope': [
    '请按级别选择本活动适用的运营商或站点',
    '請依級別選擇本活動適用的營運商或站點',
    'Choose the agents or the stations that its level asks for',
  ],
  'activity.foreignPlace': [
    '所选运营商或站点不属于本活动的范围',
    '所選營運商或站點不屬於本活動的範圍',
    'An agent or station does not belong to the owner of the activity',
  ],
  'activity.linkNotAllowed': ['链接的域名未被允许', '連結的網域未被允許', 'The host of the link is not allowed'],
  'activity.imageMissing': ['请先上传图片或横幅', '請先上傳圖片或橫幅', 'Upload a picture or a banner first'],
  'activity.published': [
    '已发布的活动只能改权重和延后结束时间，也不能删除',
    '已發佈的活動只能改權重和延後結束時間，也不能刪除',
    'Of a published activity only the weight and a later end can change, and it cannot be deleted',
  ],
  'activity.revoked': [
    '已撤销的活动不能再发布，请复制为新活动',
    '已撤銷的活動不能再發佈，請複製為新活動',
    'A revoked activity is not published again; copy it',
  ],
  'activity.over': ['活动已结束', '活動已結束', 'The activity is over'],
  'activity.noCoupon': ['优惠活动至少需要一张优惠券', '優惠活動至少需要一張優惠券', 'An activity of the kind Discount needs a coupon'],
  'activity.reasonMissing': ['请填写撤销原因', '請填寫撤銷原因', 'Give the reason of the revocation'],
  'activity.notPublished': ['活动尚未发布', '活動尚未發佈', 'The activity has not been published'],
  'activity.noneChosen': ['请选择活动', '請選擇活動', 'Choose an activity'],
} as const satisfies RefusalTable;

/** The texts of the page. */
export const activityWords = {
  menu: ['营销活动', '行銷活動', 'Activities'],
  coupons: ['优惠券', '優惠券', 'Coupons'],
  copy: ['复制', '複製', 'Copy'],
  preview: ['手机预览', '手機預覽', 'On the phone'],
  previewHint: ['车主在扫码页看到的内容', '車主在掃碼頁看到的內容', 'What drivers see on their page'],
  untilTime: ['{time} 截止', '{time} 截止', 'Until {time}'],
  askPublish: ['发布 {n} 个活动？', '發佈 {n} 個活動？', 'Publish {n} activities?'],
  publishHint: ['发布后内容不能再修改', '發佈後內容不能再修改', 'Its content can no longer be changed afterwards'],
  askRevoke: ['撤销 {n} 个活动', '撤銷 {n} 個活動', 'Revoke {n} activities'],
  revokeHint: ['撤销后不能再领取；已领取的券仍然有效', '撤銷後不能再領取；已領取的券仍然有效', 'Receiving ends; coupons that people hold stay valid'],
  published: ['已发布 {n} 个活动', '已發佈 {n} 個活動', '{n} published'],
  revoked: [
    '仍有 {held} 张已领取、{reserved} 张使用中的券有效',
    '仍有 {held} 張已領取、{reserved} 張使用中的券有效',
    '{held} received and {reserved} reserved coupons stay valid',
  ],
  left: ['{n} 个活动未处理', '{n} 個活動未處理', '{n} activities were left as they were'],
  noTitle: ['活动标题', '活動標題', 'Title of the activity'],
} as const satisfies Readonly<Record<string, Words>>;
