import { domain, feature } from '#kit/resource/feature.ts';
import { menuGroups } from '#kit/resource/menu.ts';
import { bulkApi } from '#kit/resource/bulk.ts';
import { wireApi } from '#kit/resource/shared-endpoints/transport-security.ts';
import { bulkInputLabels } from './bulk/bulk.labels.ts';
import { areaInputLabels, areaRefusals } from './area/area.labels.ts';
import { areaApi } from './area/area.ts';
import { categoryInputLabels, categoryLabels, categoryRefusals } from './category/category.labels.ts';
import { category, categoryApi } from './category/category.ts';
import { checkRuleInputLabels, checkRuleLabels, checkRuleRefusals } from './check-rule/check-rule.labels.ts';
import { checkRule, checkRuleApi } from './check-rule/check-rule.ts';
import * as codes from './codes.ts';
import { configInputLabels, configRefusals } from './config/config.labels.ts';
import { configApi } from './config/config.ts';
import { galleryWords } from './gallery/gallery.labels.ts';
import { dictItem, dictItemApi } from './dict/dict-item.ts';
import { dictItemLabels, dictLabels, dictRefusals } from './dict/dict.labels.ts';
import { dict, dictApi } from './dict/dict.ts';
import { lookupInputLabels, lookupRefusals } from './lookup/lookup.labels.ts';
import { lookupApi } from './lookup/lookup.ts';
import { liveApi } from './live/live.ts';
import { outboxLabels } from './outbox/outbox.labels.ts';
import { outbox, outboxApi } from './outbox/outbox.ts';
import { wireInputLabels } from './wire/wire.labels.ts';
import { logWords, sysLogLabels } from './sys-log/sys-log.labels.ts';
import { pollSec } from './notice/notice-settings.ts';
import { noticeInputLabels, noticeLabels, noticeRefusals, noticeWords, receivedLabels } from './notice/notice.labels.ts';
import { notice, noticeApi, receivedApi } from './notice/notice.ts';
import { sysLog, sysLogApi } from './sys-log/sys-log.ts';
import { jobLabels, jobRefusals, jobRunLabels, jobWords } from './job/job.labels.ts';
import { job, jobApi, jobRun, jobRunApi } from './job/job.ts';
import { idempotencyRetention, jobRunRetention, sysLogRetention } from './job/retention.ts';
import { softwareWords } from './software/software.labels.ts';
import { uploadInputLabels, uploadRefusals } from './upload/upload.labels.ts';
import { filesPerDay, megabytesPerDay, uploadApi } from './upload/upload.ts';

export { sex, yesNo } from './codes.ts';
export { logWords, sysLog, sysLogApi, sysLogLabels };
export type { AllDictItems } from './dict/dict.ts';
export { jobApi, jobRunApi };
export { categoryApi, checkRuleApi, configApi, dictApi, dictItemApi, liveApi, lookupApi, noticeApi, outboxApi, receivedApi };

export const system = domain('system', [
  feature({
    name: 'dict',
    lookup: { offered: true },
    title: ['字典', '字典', 'Dictionary'],
    acts: { refleshCache: ['刷新缓存', '重新整理快取', 'flush the cache'] },
    resource: dict,
    api: dictApi,
    labels: dictLabels,
    refusals: dictRefusals,
    codes: Object.values(codes),
    menu: [
      {
        path: '/system/dict',
        component: 'system/DictPage',
        title: ['数据字典', '資料字典', 'Dictionaries'],
        icon: 'book',
        group: menuGroups.system,
        order: 50,
        allow: 'dict:list',
      },
    ],
  }),
  feature({ name: 'dictItem', resource: dictItem, api: dictItemApi, labels: dictItemLabels }),
  feature({
    name: 'config',
    api: configApi,
    inputLabels: configInputLabels,
    refusals: configRefusals,
    acts: { reset: ['恢复默认', '恢復預設', 'reset'], restore: ['恢复', '還原', 'restore'] },
    menu: [
      {
        path: '/system/config',
        component: 'system/ConfigPage',
        title: ['系统配置', '系統設定', 'Settings'],
        icon: 'control',
        group: menuGroups.system,
        order: 55,
        allow: 'config:list',
      },
    ],
  }),
  feature({ name: 'lookup', api: lookupApi, inputLabels: lookupInputLabels, refusals: lookupRefusals }),
  feature({
    name: 'category',
    resource: category,
    api: categoryApi,
    labels: categoryLabels,
    inputLabels: categoryInputLabels,
    refusals: categoryRefusals,
    acts: { move: ['移动分类', '移動分類', 'move a category'] },
    lookup: { offered: true, tree: { parent: 'pid', root: '0', hasChild: 'hasChild' } },
    menu: [
      {
        path: '/system/category',
        component: 'system/CategoryPage',
        title: ['分类字典', '分類字典', 'Categories'],
        icon: 'tags',
        group: menuGroups.system,
        order: 52,
        allow: 'category:list',
      },
    ],
  }),
  feature({
    name: 'checkRule',
    resource: checkRule,
    api: checkRuleApi,
    labels: checkRuleLabels,
    inputLabels: checkRuleInputLabels,
    refusals: checkRuleRefusals,
    menu: [
      {
        path: '/system/check-rule',
        component: 'system/CheckRuleList',
        title: ['校验规则', '校驗規則', 'Check rules'],
        icon: 'safety',
        group: menuGroups.system,
        order: 54,
        allow: 'checkRule:list',
      },
    ],
  }),
  feature({
    name: 'area',
    api: areaApi,
    inputLabels: areaInputLabels,
    refusals: areaRefusals,
    extraPermissions: ['area:list'],
    menu: [
      {
        path: '/system/area',
        component: 'system/AreaPage',
        title: ['行政区划', '行政區劃', 'Areas'],
        icon: 'environment',
        group: menuGroups.system,
        order: 53,
        allow: 'area:list',
      },
    ],
  }),
  feature({
    name: 'outbox',
    resource: outbox,
    api: outboxApi,
    labels: outboxLabels,
    menu: [
      {
        path: '/system/outbox',
        component: 'system/OutboxList',
        title: ['发件箱', '寄件匣', 'Outbox'],
        icon: 'mail',
        group: menuGroups.system,
        order: 95,
        allow: 'outbox:list',
      },
    ],
  }),
  feature({
    name: 'upload',
    settings: [filesPerDay, megabytesPerDay],
    title: ['文件', '檔案', 'File'],
    acts: { upload: ['上传', '上傳', 'upload'] },
    api: uploadApi,
    inputLabels: uploadInputLabels,
    refusals: uploadRefusals,
  }),
  feature({ name: 'live', api: liveApi }),
  feature({ name: 'wire', api: wireApi, inputLabels: wireInputLabels }),
  feature({
    name: 'bulk',
    title: ['批量操作', '批次操作', 'Bulk actions'],
    acts: { run: ['批量执行', '批次執行', 'run for many rows'] },
    api: bulkApi,
    inputLabels: bulkInputLabels,
  }),
  feature({
    name: 'notice',
    settings: [pollSec],
    resource: notice,
    api: noticeApi,
    labels: noticeLabels,
    inputLabels: noticeInputLabels,
    refusals: noticeRefusals,
    menu: [
      {
        path: '/isps/annountCement',
        component: 'system/NoticeList',
        title: noticeWords.notices,
        icon: 'notification',
        group: menuGroups.system,
        order: 70,
        allow: 'notice:list',
      },
    ],
  }),
  feature({
    name: 'received',
    api: receivedApi,
    title: receivedLabels.noun,
    inputLabels: receivedLabels.fields,
    menu: [
      {
        path: '/isps/userAnnouncement',
        component: 'system/MyNotices',
        title: receivedLabels.noun,
        icon: 'bell',
        group: menuGroups.system,
        order: 71,
        allow: 'signedIn',
        hidden: true,
      },
    ],
  }),
  feature({
    name: 'sysLog',
    resource: sysLog,
    api: sysLogApi,
    labels: sysLogLabels,
    menu: [
      {
        path: '/system/oper-log',
        component: 'system/OperationLog',
        title: logWords.operations,
        icon: 'audit',
        group: menuGroups.system,
        order: 80,
        allow: 'sysLog:list',
      },
      {
        path: '/system/login-log',
        component: 'system/SignInLog',
        title: logWords.signIns,
        icon: 'login',
        group: menuGroups.system,
        order: 81,
        allow: 'sysLog:list',
      },
    ],
  }),
  feature({
    name: 'job',
    resource: job,
    api: jobApi,
    labels: jobLabels,
    refusals: jobRefusals,
    jobs: [sysLogRetention, idempotencyRetention, jobRunRetention],
    menu: [
      {
        path: '/system/job',
        component: 'system/JobList',
        title: jobWords.title,
        icon: 'dashboard',
        group: menuGroups.system,
        order: 75,
        allow: 'job:list',
      },
    ],
  }),
  feature({ name: 'jobRun', resource: jobRun, api: jobRunApi, labels: jobRunLabels }),
  feature({
    name: 'gallery',
    api: {},
    extraPermissions: ['gallery:list'],
    menu: [
      {
        path: '/system/gallery',
        component: 'system/Gallery',
        title: galleryWords.title,
        icon: 'appstore',
        group: menuGroups.system,
        order: 98,
        allow: 'gallery:list',
      },
    ],
  }),
  feature({
    name: 'software',
    api: {},
    menu: [
      {
        path: '/system/software',
        component: 'system/Software',
        title: softwareWords.title,
        icon: 'copyright',
        group: menuGroups.system,
        order: 99,
        allow: 'signedIn',
      },
    ],
  }),
]);
