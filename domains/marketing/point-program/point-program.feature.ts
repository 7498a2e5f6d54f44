import { feature } from '#kit/resource/feature.ts';
import { earnBasis, pointEntryKind, pointLife } from '../point.codes.ts';
import { pointProgramInputLabels, pointProgramLabels, pointProgramRefusals, pointProgramWords } from './point-program.labels.ts';
import { pointProgram, pointProgramApi } from './point-program.ts';

export const pointProgramFeature = feature({
  name: 'pointProgram',
  lookup: { offered: true },
  resource: pointProgram,
  api: pointProgramApi,
  codes: [earnBasis, pointLife, pointEntryKind],
  labels: pointProgramLabels,
  inputLabels: pointProgramInputLabels,
  refusals: pointProgramRefusals,
  rights: { read: 'agent', write: 'agent' },
  menu: [
    {
      path: '/marketing/point-program',
      component: 'marketing/PointProgramList',
      title: pointProgramWords.menu,
      icon: 'pay-circle',
      group: 'marketing',
      order: 50,
      allow: 'pointProgram:list',
    },
  ],
});
