import { feature } from '#kit/resource/feature.ts';
import { statementFormat } from './customer-statement.codes.ts';
import { customerStatementLabels, customerStatementRefusals, customerStatementWords } from './customer-statement.labels.ts';
import { customerStatement, customerStatementApi, customerStatements } from './customer-statement.ts';

export const customerStatementFeature = feature({
  name: 'customerStatement',
  resource: customerStatement,
  api: customerStatementApi,
  labels: customerStatementLabels,
  refusals: customerStatementRefusals,
  inputLabels: { wantsMail: customerStatementWords.wantsMail, statementFormat: statementFormat.title },
  jobs: [customerStatements],
  rights: { read: 'agent', write: 'agent' },
  menu: [
    {
      path: '/money/customer-statement',
      component: 'money/CustomerStatementList',
      title: ['客户对账单', '客戶對帳單', 'Customer statements'],
      icon: 'file-text',
      group: 'money',
      order: 35,
      allow: 'customerStatement:list',
    },
  ],
});
