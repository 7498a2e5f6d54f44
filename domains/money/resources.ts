import { domain, feature } from '#kit/resource/feature.ts';
import { menuGroups } from '#kit/resource/menu.ts';
import { reapplyCardEndpoint } from '#domains/customer/resources.ts';
import { reapplyInputLabels, reapplyRefusals } from './card/reapply.labels.ts';
import { consumeLabels } from './consume/consume.labels.ts';
import { consume, consumeApi } from './consume/consume.ts';
import { incomeDayLabels } from './income-day/income-day.labels.ts';
import { incomeDay, incomeDayApi } from './income-day/income-day.ts';
import { reportFeature } from '#kit/resource/report.ts';
import { redDashState } from './invoice/invoice.codes.ts';
import { booksCheck, booksProof } from './proof/by-clock.ts';
import { poolRefusals } from './pool/pool.labels.ts';
import { proofRefusals, proofWords } from './proof/proof.labels.ts';
import { proofApi } from './proof/proof.ts';
import { rechargeInputLabels, rechargeLabels, rechargeRefusals } from './recharge/recharge.labels.ts';
import { RECEIVABLE_PERMISSION, recharge, rechargeApi } from './recharge/recharge.ts';
import { accountGroup, journalKind } from './wallet/wallet.codes.ts';
import { movementWords, walletInputLabels, walletWords } from './wallet/wallet.labels.ts';
import { walletApi } from './wallet/wallet.ts';
import { writeOffLabels, writeOffRefusals } from './write-off/write-off.labels.ts';
import { writeOff, writeOffApi } from './write-off/write-off.ts';

export { consumeApi, incomeDayApi, proofApi, rechargeApi, walletApi, writeOffApi };

const group = menuGroups.money;

export const money = domain('money', [
  feature({
    name: 'recharge',
    acts: { reverse: ['冲正', '沖正', 'reverse'] },
    resource: recharge,
    api: rechargeApi,
    labels: rechargeLabels,
    inputLabels: rechargeInputLabels,
    refusals: rechargeRefusals,
    extraPermissions: [RECEIVABLE_PERMISSION],
    menu: [
      {
        path: '/money/recharge',
        component: 'money/RechargeList',
        title: ['充值记录', '儲值記錄', 'Recharges'],
        icon: 'pay-circle',
        group,
        order: 10,
        allow: 'recharge:list',
      },
    ],
  }),
  feature({
    name: 'consume',
    resource: consume,
    api: consumeApi,
    labels: consumeLabels,
    menu: [
      {
        path: '/money/consume',
        component: 'money/ConsumeList',
        title: ['消费记录', '消費記錄', 'Consumption'],
        icon: 'transaction',
        group,
        order: 20,
        allow: 'consume:list',
      },
    ],
  }),
  feature({
    name: 'wallet',
    api: walletApi,
    refusals: poolRefusals,
    inputLabels: { ...movementWords, ...walletInputLabels },
    codes: [journalKind, accountGroup, redDashState],
    menu: [
      { path: '/money/wallet', component: 'money/WalletStatement', title: walletWords.title, icon: 'wallet', group, order: 30, allow: 'wallet:list' },
    ],
  }),
  feature({
    name: 'writeOff',
    resource: writeOff,
    api: writeOffApi,
    labels: writeOffLabels,
    refusals: writeOffRefusals,
    menu: [
      {
        path: '/money/write-off',
        component: 'money/WriteOffList',
        title: writeOffLabels.noun,
        icon: 'audit',
        group,
        order: 40,
        allow: 'writeOff:list',
      },
    ],
  }),
  feature({
    name: 'cardReapply',
    title: ['IC卡', 'IC卡', 'IC card'],
    acts: { reapply: ['补办', '補辦', 'reissue'] },
    api: { reapply: reapplyCardEndpoint },
    inputLabels: reapplyInputLabels,
    refusals: reapplyRefusals,
  }),
  feature({
    name: 'money',
    api: proofApi,
    refusals: proofRefusals,
    jobs: [booksProof, booksCheck],
    menu: [
      { path: '/money/proof', component: 'money/Proof', title: proofWords.title, icon: 'safety-certificate', group, order: 90, allow: 'money:proof' },
    ],
  }),
  reportFeature({ report: incomeDay, api: incomeDayApi, labels: incomeDayLabels, icon: 'account-book', order: 30 }),
]);
