import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { warningConf } from './warning-conf.ts';

export const warningConfLabels = labels(warningConf, {
  noun: ['告警配置', '告警設定', 'Warning configuration'],
  fields: {
    warningConfId: ['告警配置编号', '告警設定編號', 'Warning configuration id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    exceptionConfId: ['异常', '異常', 'Exception'],
    warningLang: ['语言', '語言', 'Language'],
    warningConfName: ['名称', '名稱', 'Name'],
    warningConfStat: ['状态', '狀態', 'State'],
    warningLevel: ['告警级别', '告警級別', 'Level'],
    warningMsgTempl: ['告警模板', '告警範本', 'Template'],
    warningCount: ['告警次数', '告警次數', 'Times sent'],
  },
  hints: {
    exceptionConfId: [
      '不选则用于所有没有单独模板的异常',
      '不選則用於所有沒有單獨範本的異常',
      'None: for all exceptions without a template of their own',
    ],
    warningLevel: ['不选则按异常级别', '不選則依異常級別', 'None: the level of the exception'],
    warningMsgTempl: [
      '必须包含 {time} {station} {cp} {errorInfo}；还可使用 {gun} {level} {count} {since} {url}',
      '必須包含 {time} {station} {cp} {errorInfo}；還可使用 {gun} {level} {count} {since} {url}',
      'Must contain {time} {station} {cp} {errorInfo}; {gun} {level} {count} {since} {url} are possible too',
    ],
    warningCount: ['异常未结束期间的发送次数', '異常未結束期間的傳送次數', 'How often it is sent while the exception is open'],
  },
  actions: {
    sendSample: ['发送预览', '傳送預覽', 'Send a preview'],
  },
});

export const warningConfRefusals = {
  'warningConf.empty': ['告警模板不能为空', '告警範本不能為空', 'The template cannot be empty'],
  'warningConf.missingName': ['告警模板缺少参数 {names}', '告警範本缺少參數 {names}', 'The template lacks {names}'],
  'warningConf.unknownName': ['告警模板没有参数“{name}”', '告警範本沒有參數「{name}」', 'A template has no parameter called {name}'],
  'warningConf.brace': [
    '告警模板中的大括号只能用于参数',
    '告警範本中的大括號只能用於參數',
    'Braces in a template only surround the name of a parameter',
  ],
  'warningConf.platformOwn': [
    '平台的告警配置不能由租户更改',
    '平台的告警設定不能由租戶更改',
    'The configuration of the platform is changed by the platform only',
  ],
  'warningConf.inUse': ['有{count}个告警账号使用此配置', '有{count}個告警帳號使用此設定', '{count} warning accounts use this configuration'],
} as const satisfies RefusalTable;
export type WarningConfRefusal = keyof typeof warningConfRefusals;

export const warningConfWords = {
  preview: ['预览', '預覽', 'Preview'],
  segments: ['短信{segments}条，{length}个字符', '簡訊{segments}則，{length}個字元', '{length} characters; segments of a text message: {segments}'],
  everyException: ['所有异常', '所有異常', 'Every exception'],
  sampleSent: ['预览已提交发送，结果见告警日志', '預覽已提交傳送，結果見告警日誌', 'The preview is on its way; the warning log shows the result'],
  sampleTo: ['发送到', '傳送到', 'Send to'],
} as const satisfies Readonly<Record<string, Words>>;
