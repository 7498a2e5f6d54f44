import { domain } from '#kit/resource/feature.ts';
import { dictFeature } from './dict/dict.feature.ts';
import { dictItemFeature } from './dict/dict-item.feature.ts';
import { configFeature } from './config/config.feature.ts';
import { lookupFeature } from './lookup/lookup.feature.ts';
import { categoryFeature } from './category/category.feature.ts';
import { checkRuleFeature } from './check-rule/check-rule.feature.ts';
import { areaFeature } from './area/area.feature.ts';
import { outboxFeature } from './outbox/outbox.feature.ts';
import { uploadFeature } from './upload/upload.feature.ts';
import { liveFeature } from './live/live.feature.ts';
import { wireFeature } from './wire/wire.feature.ts';
import { bulkFeature } from './bulk/bulk.feature.ts';
import { noticeFeature } from './notice/notice.feature.ts';
import { receivedFeature } from './notice/received.feature.ts';
import { sysLogFeature } from './sys-log/sys-log.feature.ts';
import { jobFeature } from './job/job.feature.ts';
import { jobRunFeature } from './job/job-run.feature.ts';
import { galleryFeature } from './gallery/gallery.feature.ts';
import { softwareFeature } from './software/software.feature.ts';

export const system = domain(
  'system',
  [
    dictFeature,
    dictItemFeature,
    configFeature,
    lookupFeature,
    categoryFeature,
    checkRuleFeature,
    areaFeature,
    outboxFeature,
    uploadFeature,
    liveFeature,
    wireFeature,
    bulkFeature,
    noticeFeature,
    receivedFeature,
    sysLogFeature,
    jobFeature,
    jobRunFeature,
    galleryFeature,
    softwareFeature,
  ],
  {
    menuGroups: [
      { name: 'report', title: ['统计报表', '統計報表', 'Reports'], icon: 'bar-chart', order: 65 },
      { name: 'system', title: ['系统管理', '系統管理', 'System'], icon: 'setting', order: 90 },
    ],
  },
);
