import { feature } from '#kit/resource/feature.ts';
import { statementMailLabels } from './statement-mail.labels.ts';
import { statementMail, statementMailApi } from './statement-mail.ts';

export const statementMailFeature = feature({
  name: 'statementMail',
  resource: statementMail,
  api: statementMailApi,
  labels: statementMailLabels,
  rights: { read: 'agent', write: 'agent' },
  menu: [
    {
      path: '/money/statement-mail',
      component: 'money/StatementMailList',
      title: ['对账单邮件', '對帳單郵件', 'Statement mails'],
      icon: 'mail',
      group: 'money',
      order: 36,
      allow: 'statementMail:list',
    },
  ],
});
