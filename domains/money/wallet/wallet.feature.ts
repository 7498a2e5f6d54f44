import { feature } from '#kit/resource/feature.ts';
import { poolRefusals } from '../pool/pool.labels.ts';
import { accountGroup, journalKind } from './wallet.codes.ts';
import { movementWords, walletInputLabels, walletWords } from './wallet.labels.ts';
import { walletApi } from './wallet.ts';

export const walletFeature = feature({
  name: 'wallet',
  api: walletApi,
  refusals: poolRefusals,
  inputLabels: { ...movementWords, ...walletInputLabels },
  codes: [journalKind, accountGroup],
  rights: { read: 'bigCustomer', write: 'tenant' },
  menu: [
    {
      path: '/money/wallet',
      component: 'money/WalletStatement',
      title: walletWords.title,
      icon: 'wallet',
      group: 'money',
      order: 30,
      allow: 'wallet:list',
    },
  ],
});
