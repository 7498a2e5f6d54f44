import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'device/MessageLog': () => import('./message-log/message-log.web.tsx').then((page) => ({ default: page.MessageLog })),
  'device/PilePartList': () => import('./pile-part/pile-part.web.tsx').then((page) => ({ default: page.PilePartList })),
  'device/VendorMessageList': () => import('./vendor-message/vendor-message.web.tsx').then((page) => ({ default: page.VendorMessageList })),
  'device/SecurityEventList': () => import('./security-event/security-event.web.tsx').then((page) => ({ default: page.SecurityEventList })),
  'device/V10RecordList': () => import('./v10-record/v10-record.web.tsx').then((page) => ({ default: page.V10RecordList })),
  'device/PileLogList': () => import('./pile-log/pile-log.web.tsx').then((page) => ({ default: page.PileLogList })),
  'device/FirmwareList': () => import('./firmware/firmware.web.tsx').then((page) => ({ default: page.FirmwareList })),
  'device/UpgradeCampaignList': () => import('./upgrade-campaign/upgrade-campaign.web.tsx').then((page) => ({ default: page.UpgradeCampaignList })),
  'device/UpgradeRecordList': () => import('./upgrade-record/upgrade-record.web.tsx').then((page) => ({ default: page.UpgradeRecordList })),
  'device/CommandList': () => import('./command/command.web.tsx').then((page) => ({ default: page.CommandList })),
};

/** A message body that was stored without its frame. */
export const loadBodyView = () => import('./message-log/frame-view.web.tsx').then((view) => view.BodyView);

/** Loaded together with the page of piles. */
export const loadPileParts = () => import('./pile-parts.web.ts').then((parts) => parts.pileParts);

export { isBmsPush, withReport } from './bms-report/bms-course.rules.ts';

/** The reports of a vehicle's battery in one charge; loaded when first drawn. */
export const BmsPanel = lazyComponent(() => import('./bms-report/bms-panel.web.tsx').then((panel) => panel.BmsPanel));
/** The details of a pile's status report. */
export const PileDetails = lazyComponent(() => import('./bms-report/bms-panel.web.tsx').then((panel) => panel.PileDetails));
