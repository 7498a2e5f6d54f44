import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { warningAccount } from './warning-account.ts';

export const warningAccountLabels = labels(warningAccount, {
  noun: ['告警账号', '告警帳號', 'Warning account'],
  fields: {
    warningAccountId: ['告警账号编号', '告警帳號編號', 'Warning account id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    warningAccountName: ['名称', '名稱', 'Name'],
    warningAccountType: ['账号类型', '帳號類型', 'Type'],
    areaCode: ['区号', '區號', 'Area code'],
    warningAccount: ['告警账号', '告警帳號', 'Account'],
    addressSealed: ['加密地址', '加密位址', 'Sealed address'],
    addressHash: ['地址摘要', '位址摘要', 'Digest of the address'],
    accountSecret: ['签名密钥', '簽名金鑰', 'Signing secret'],
    warningLang: ['语言', '語言', 'Language'],
    warningAccountStat: ['状态', '狀態', 'State'],
    warningConfId: ['告警配置', '告警設定', 'Warning configuration'],
    exceptionType: ['异常类型', '異常類型', 'Kind of exception'],
    minLevel: ['最低级别', '最低級別', 'Least level'],
    delayMin: ['延迟', '延遲', 'Delay'],
    quietFrom: ['免打扰开始', '免打擾開始', 'Quiet from'],
    quietTo: ['免打扰结束', '免打擾結束', 'Quiet until'],
    quietZone: ['免打扰时区', '免打擾時區', 'Zone of the quiet hours'],
    passesMajor: ['免打扰时发送重要告警', '免打擾時傳送重要告警', 'Major warnings in quiet hours'],
    verifiedAt: ['验证时间', '驗證時間', 'Verified'],
    lastOk: ['最近成功', '最近成功', 'Last success'],
    failStreak: ['连续失败', '連續失敗', 'Failures in a row'],
    lastError: ['最近错误', '最近錯誤', 'Last error'],
    accountRemark: ['备注', '備註', 'Remark'],
  },
  hints: {
    areaCode: ['短信必填，不带加号，如 86', '簡訊必填，不帶加號，如 886', 'For text messages, without +, such as 49'],
    warningAccount: [
      '手机号、邮箱或机器人地址（https）；地址保存后只显示一部分',
      '手機號、信箱或機器人位址（https）；位址儲存後只顯示一部分',
      'A number, a mail address or the https address of a robot, which is shown in part only once it is saved',
    ],
    accountSecret: [
      '保存后不再显示；编辑时留空则不变',
      '儲存後不再顯示；編輯時留空則不變',
      'Never shown again; left empty in an edit it stays as it is',
    ],
    delayMin: ['异常在此时间内未被确认才发送', '異常在此時間內未被確認才傳送', 'Sent only if nobody has acknowledged the exception within this time'],
    quietFrom: [
      '此期间一般告警合并到结束时发送；紧急告警照常',
      '此期間一般告警合併到結束時傳送；緊急告警照常',
      'Other warnings wait and come as one message at the end; critical ones come at once',
    ],
    stationId: ['不选则为运营商或租户的所有站点', '不選則為營運商或租戶的所有站點', 'None: every station of the agent or the tenant'],
  },
  actions: {
    sendTest: ['发送测试', '傳送測試', 'Send a test'],
    confirmTest: ['输入验证码', '輸入驗證碼', 'Enter the code'],
  },
});

export const warningAccountRefusals = {
  'warningAccount.areaCode': ['短信账号须填写区号', '簡訊帳號須填寫區號', 'A telephone needs its area code'],
  'warningAccount.noAreaCode': ['只有短信账号有区号', '只有簡訊帳號有區號', 'Only a telephone has an area code'],
  'warningAccount.phone': [
    '请输入正确的电话号码（只含数字，不带区号）',
    '請輸入正確的電話號碼（只含數字，不帶區號）',
    'Enter the number in digits, without its area code',
  ],
  'warningAccount.mail': ['请输入正确的邮箱', '請輸入正確的信箱', 'Enter a valid mail address'],
  'warningAccount.url': ['请输入正确的https地址', '請輸入正確的https位址', 'Enter a valid https address'],
  'warningAccount.inside': ['不能使用内部网络的地址', '不能使用內部網路的位址', 'An address inside the own network cannot be used'],
  'warningAccount.robot': ['这不是{type}的地址', '這不是{type}的位址', 'This is not the address of a {type}'],
  'warningAccount.secret': [
    '签名回调需要 whsec_ 开头的密钥（24到64字节的base64）',
    '簽名回呼需要 whsec_ 開頭的金鑰（24到64位元組的base64）',
    'A signed webhook needs a secret that begins with whsec_ (base64 of 24 to 64 bytes)',
  ],
  'warningAccount.noSecret': ['此类型没有签名密钥', '此類型沒有簽名金鑰', 'This type has no signing secret'],
  'warningAccount.quiet': [
    '免打扰须同时填写开始、结束和时区，且开始与结束不同',
    '免打擾須同時填寫開始、結束和時區，且開始與結束不同',
    'Quiet hours need a beginning, a different end and a zone',
  ],
  'warningAccount.scope': ['请选择您所管理的运营商或站点', '請選擇您所管理的營運商或站點', 'Choose an agent or a station of yours'],
  'warningAccount.wait': ['请在{seconds}秒后再发送', '請在{seconds}秒後再傳送', 'Send the next one in {seconds} seconds'],
  'warningAccount.tooMany': ['今天的测试次数已用完', '今天的測試次數已用完', 'No more tests today'],
  'warningAccount.code': ['验证码错误或已过期', '驗證碼錯誤或已過期', 'The code is wrong or too old'],
  'warningAccount.notVerified': ['账号尚未验证', '帳號尚未驗證', 'The account is not verified yet'],
  'warningAccount.disabled': ['账号已停用', '帳號已停用', 'The account is not in use'],
  'warningAccount.noChannel': ['系统没有配置此类型的发送服务', '系統沒有設定此類型的傳送服務', 'No service for this type is configured'],
} as const satisfies RefusalTable;
export type WarningAccountRefusal = keyof typeof warningAccountRefusals;

export const warningAccountWords = {
  testTitle: ['告警账号验证', '告警帳號驗證', 'Warning account'],
  testText: [
    'ChargeOps 告警账号“{name}”的验证码：{code}。在告警账号页面输入后，此账号开始接收告警。',
    'ChargeOps 告警帳號「{name}」的驗證碼：{code}。在告警帳號頁面輸入後，此帳號開始接收告警。',
    'ChargeOps: the code of the warning account {name} is {code}. Once it is entered on the page of warning accounts, warnings are sent here.',
  ],
  testSent: [
    '测试消息已提交发送，请输入其中的验证码',
    '測試訊息已提交傳送，請輸入其中的驗證碼',
    'The test message is on its way; enter the code that it contains',
  ],
  verified: ['账号已验证，开始接收告警', '帳號已驗證，開始接收告警', 'The account is verified and gets warnings from now on'],
  testCode: ['验证码', '驗證碼', 'Code'],
  unverified: ['未验证', '未驗證', 'Not verified'],
} as const satisfies Readonly<Record<string, Words>>;
