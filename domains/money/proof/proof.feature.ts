import { feature } from '#kit/resource/feature.ts';
import { lowBalances } from '../low-balance/low-balance.ts';
import { booksCheck, booksProof } from './by-clock.ts';
import { proofRefusals, proofWords } from './proof.labels.ts';
import { proofApi } from './proof.ts';

export const moneyFeature = feature({
  name: 'money',
  api: proofApi,
  refusals: proofRefusals,
  jobs: [booksProof, booksCheck, lowBalances],
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/money/proof',
      component: 'money/Proof',
      title: proofWords.title,
      icon: 'safety-certificate',
      group: 'money',
      order: 90,
      allow: 'money:proof',
    },
  ],
});
