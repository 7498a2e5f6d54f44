import type { Tickets } from '#kit/server/live/live-tickets.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { TransportSecurity } from '#kit/server/security/transport-security.ts';
import { system } from './domain.ts';
import * as routes from './routes.server.ts';

export { enforceCheckRules } from './check-rule/check-rule.server.ts';
export { areaText, isArea } from './area/area-list.server.ts';
export { createMessenger, silentMessenger, startMessageSender } from './outbox/outbox.server.ts';
export type { Messenger } from './outbox/outbox.server.ts';
export { DeliveryError, localProvider, smtpProvider, webhookProvider } from './outbox/provider.server.ts';
export type { OutgoingMessage, Providers } from './outbox/provider.server.ts';
export { configRoutes } from './config/config.server.ts';
export { settingOf, settingsOf } from './config/read-setting.server.ts';
export { allDictItems } from './dict/dict.rules.ts';
export { ensureDictionaries } from './dict/mirror.server.ts';
export { deviceOf } from './sys-log/act.rules.ts';
export { createJournal } from './sys-log/journal.server.ts';
export { conditionTopic, reportConditions, reportExceptionEvent, reportPresentCodes } from './condition/report-conditions.server.ts';
export type { ConditionSubject } from './condition/report-conditions.server.ts';
export type { SysLogJournal } from './sys-log/journal.server.ts';
export { logRoutes } from './sys-log/sys-log.server.ts';
export { logChain } from './sys-log/log-chain.server.ts';
export { ensureJobs } from './job/ensure-jobs.server.ts';
export { jobRoutes } from './job/job.server.ts';
export { startJobs } from './job/job-worker.server.ts';
export { retentionJobs } from './job/retention.server.ts';
export { createBell, NOTICE_TOPIC } from './notice/bell/bell.server.ts';
export type { Bell } from './notice/bell/bell.server.ts';
export { allNoticeRoutes } from './notice/routes.server.ts';
export { announceToPlatform } from './notice/announce.server.ts';
export { noticeLine } from './notice/push/notice-socket.server.ts';
export { noticeTopicRule } from './notice/push/notice-topic.server.ts';
export { createNoticePush } from './notice/push/push.server.ts';
export { storeBytes } from './upload/store-bytes.server.ts';
export type { FilePlaces } from './upload/store-bytes.server.ts';
export { createFileStores } from './upload/store.server.ts';
export type { FileStores } from './upload/store.server.ts';
export type { S3Location } from './upload/s3-store.server.ts';
export { startFileSweeper, sweepBrokenUploads, sweepMadeFiles } from './upload/sweep.server.ts';
export { readPicture } from './upload/read-picture.server.ts';
export { uploadRoutes } from './upload/upload.server.ts';
export type { FileDeps } from './upload/store-files.server.ts';

/** Parts of the program that the routes of this domain need. */
interface SystemParts {
  /** The tickets that `mountLive` redeems. */
  readonly tickets: Tickets;
  readonly wire?: Pick<TransportSecurity, 'describe'>;
}

/** The routes of this domain. Those of settings, jobs, logs, notices and files need parts of the program. */
export const systemRoutes = (parts: SystemParts): readonly Route[] => gatherRoutes(system, routes, parts);
