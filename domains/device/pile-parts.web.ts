import { Skeleton } from 'antd';
import { createElement } from 'react';
import type { PileParts } from '#domains/network/web.ts';
import { commandWords } from './command/command.labels.ts';
import { deviceCommandApi } from './command/command.ts';
import { logWords, messageLogApi } from './message-log/message-log.ts';
import { operationWords } from './operation/operation.labels.ts';
import { operationApi } from './operation/operation.ts';
import { parameterWords } from './parameter/parameter.labels.ts';
import { parameterApi } from './parameter/parameter.ts';
import { pileLogWords } from './pile-log/pile-log.labels.ts';
import { pileLogApi } from './pile-log/pile-log.ts';
import { pilePartWords } from './pile-part/pile-part.labels.ts';
import { pilePartApi } from './pile-part/pile-part.ts';
import { payQrApi, payQrWords } from './pay-qr/pay-qr.ts';
import { unencryptedExceptionApi, unencryptedExceptionWords } from './unencrypted-exception/unencrypted-exception.ts';
import { ratesApi, ratesWords } from './rates/rates.ts';
import { upgradeCampaignWords } from './upgrade-campaign/upgrade-campaign.labels.ts';
import { upgradeCampaignApi } from './upgrade-campaign/upgrade-campaign.ts';
import { upgradeRecordWords } from './upgrade-record/upgrade-record.labels.ts';
import { upgradeRecordApi } from './upgrade-record/upgrade-record.ts';
import { whiteListApi, whiteListWords } from './white-list/white-list.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';

const loadingSkeleton = createElement(Skeleton, { active: true });

/** The tabs and actions that this domain adds to the page of piles. */
export const pileParts: PileParts = {
  tabs: [
    {
      key: 'parameters',
      label: parameterWords.tab,
      allow: parameterApi.list.allow,
      Body: lazyComponent(() => import('./parameter/parameters.web.tsx').then((tab) => tab.PileParameters), loadingSkeleton),
    },
    {
      key: 'parts',
      label: pilePartWords.tab,
      allow: pilePartApi.list.allow,
      Body: lazyComponent(() => import('./pile-part/part-history.web.tsx').then((tab) => tab.PileParts), loadingSkeleton),
    },
    {
      key: 'upgrades',
      label: upgradeRecordWords.tab,
      allow: upgradeRecordApi.list.allow,
      Body: lazyComponent(() => import('./upgrade-record/pile-upgrades.web.tsx').then((tab) => tab.PileUpgrades), loadingSkeleton),
    },
    {
      key: 'commands',
      label: commandWords.tab,
      allow: deviceCommandApi.list.allow,
      Body: lazyComponent(() => import('./command/command.web.tsx').then((tab) => tab.PileCommands), loadingSkeleton),
    },
    {
      key: 'logs',
      label: pileLogWords.tab,
      allow: pileLogApi.list.allow,
      Body: lazyComponent(() => import('./pile-log/pile-log.web.tsx').then((tab) => tab.PileLogs), loadingSkeleton),
    },
    {
      key: 'log',
      label: logWords.tab,
      allow: messageLogApi.list.allow,
      Body: lazyComponent(() => import('./message-log/pile-log.web.tsx').then((tab) => tab.PileLog), loadingSkeleton),
    },
  ],
  notices: [
    {
      key: 'differences',
      allow: parameterApi.list.allow,
      Body: lazyComponent(() => import('./parameter/difference-notice.web.tsx').then((notice) => notice.DifferenceNotice)),
    },
  ],
  actions: [
    {
      key: 'sendWanted',
      label: parameterWords.sendWanted,
      short: parameterWords.sendWantedShort,
      allow: parameterApi.sendWanted.allow,
      on: 'many',
      Dialog: lazyComponent(() => import('./parameter/bulk-wanted.web.tsx').then((dialog) => dialog.BulkSendWanted)),
    },
    {
      key: 'setParameter',
      label: parameterWords.setManyShort,
      short: parameterWords.setManyShort,
      allow: parameterApi.setParameter.allow,
      on: 'many',
      Dialog: lazyComponent(() => import('./parameter/bulk-parameters.web.tsx').then((dialog) => dialog.BulkSetParameter)),
    },
    {
      key: 'readParameters',
      label: parameterWords.readMany,
      short: parameterWords.readMany,
      allow: parameterApi.readParameters.allow,
      on: 'many',
      Dialog: lazyComponent(() => import('./parameter/bulk-parameters.web.tsx').then((dialog) => dialog.BulkReadParameters)),
    },
    {
      key: 'operations',
      label: operationWords.action,
      short: operationWords.action,
      allow: operationApi.queryStatus.allow,
      on: 'one',
      Dialog: lazyComponent(() => import('./operation/operation.web.tsx').then((dialog) => dialog.RemoteOperations)),
    },
    {
      key: 'payQr',
      label: payQrWords.action,
      short: payQrWords.action,
      allow: payQrApi.payQrCodes.allow,
      on: 'both',
      Dialog: lazyComponent(() => import('./pay-qr/pay-qr.web.tsx').then((dialog) => dialog.PayQr)),
    },
    {
      key: 'syncRates',
      label: ratesWords.sync,
      short: ratesWords.short,
      allow: ratesApi.syncRateRule.allow,
      on: 'both',
      Dialog: lazyComponent(() => import('./rates/rates.web.tsx').then((dialog) => dialog.SyncRates)),
    },
    {
      key: 'fetchLog',
      label: pileLogWords.action,
      short: pileLogWords.action,
      allow: pileLogApi.getDeviceLog.allow,
      on: 'one',
      Dialog: lazyComponent(() => import('./pile-log/fetch-log.web.tsx').then((dialog) => dialog.FetchLog)),
    },
    {
      key: 'updateFirmware',
      label: upgradeCampaignWords.action,
      short: upgradeCampaignWords.action,
      allow: upgradeCampaignApi.updateFirmware.allow,
      on: 'both',
      Dialog: lazyComponent(() => import('./upgrade-campaign/update-firmware.web.tsx').then((dialog) => dialog.UpdateFirmware)),
    },
    {
      key: 'whiteList',
      label: whiteListWords.action,
      short: whiteListWords.action,
      allow: whiteListApi.whiteListStates.allow,
      on: 'both',
      Dialog: lazyComponent(() => import('./white-list/white-list.web.tsx').then((dialog) => dialog.PileWhiteLists)),
    },
    {
      key: 'allowPlain',
      label: unencryptedExceptionWords.action,
      short: unencryptedExceptionWords.action,
      allow: unencryptedExceptionApi.allowPlain.allow,
      on: 'both',
      Dialog: lazyComponent(() => import('./unencrypted-exception/unencrypted-exception.web.tsx').then((dialog) => dialog.AllowUnencrypted)),
    },
  ],
};
