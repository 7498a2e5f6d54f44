import { custLanguage } from '#domains/customer/resources.ts';
import { messageState, yesNo } from '#domains/system/resources.ts';
import { choice, count, decimal, id, instant, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, file, rowOf, words } from '#kit/resource/endpoint.ts';
import { jobKind } from '#kit/resource/job.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { statementFormat, statementState } from './customer-statement.codes.ts';

/** `2026-03`. */
const month = text({ min: 7, max: 7, pattern: { source: '^\\d{4}-(0[1-9]|1[0-2])$', problem: 'badPattern' } });

/**
 * What the wallets of a customer, and of the customer's cards and cars, had, got and spent in one month. Balances are wallets less debts. A statement
 * is made once by a worker; its figures never change.
 */
export const customerStatement = resource({
  name: 'customerStatement',
  sensitivity: 'money',
  path: '/money/sseCustomerStatement',
  table: 'customer_statement',
  key: 'statementId',
  title: 'statementMonth',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  softDelete: false,
  fields: {
    statementId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    custId: readOnly(ref('customer', { filter: 'equals' })),
    /** `2026-03`. */
    statementMonth: readOnly(text({ max: 7, filter: 'equals' })),
    statementState: readOnly(choice(statementState, { filter: 'equals' })),
    openingMoney: readOnly(money()),
    rechargeMoney: readOnly(money()),
    consumeMoney: readOnly(money()),
    refundMoney: readOnly(money()),
    /** Reversals, adjustments, write-offs, opening balances and money moved to other parties. */
    correctionMoney: readOnly(money()),
    closingMoney: readOnly(money()),
    /** The part of the closing balance that is owed. */
    owedMoney: readOnly(money()),
    orderCount: readOnly(count()),
    chargingElec: readOnly(decimal({ scale: 4, unit: 'kWh' })),
    currency: readOnly(text({ max: 3 })),
    timezone: readOnly(text({ max: 40 })),
    custLanguage: readOnly(choice(custLanguage)),
    madeTime: readOnly(optional(instant())),
    problem: readOnly(optional(text({ max: 200 }))),
    /** The last mail: to whom it went and what became of it. */
    receiver: readOnly(optional(personal(text({ max: 100 }), { kind: 'mailbox' }))),
    mailState: readOnly(optional(choice(messageState, { filter: 'equals' }))),
    mailTime: readOnly(optional(instant())),
    mailFailure: readOnly(optional(text({ max: 300 }))),
  },
});

const { path } = customerStatement;
const { list, queryById, exportXls } = crud(customerStatement);

export const customerStatementApi = {
  list,
  queryById,
  ...personalApi(customerStatement),
  exportXls,
  /** Asks for the statement of a month that is over. One that exists already is answered as it is. */
  make: endpoint({
    method: 'POST',
    path: `${path}/make`,
    allow: 'customerStatement:make',
    input: { custId: ref('customer'), statementMonth: month, wantsMail: choice(yesNo, { initial: 0 }) },
    output: rowOf(customerStatement.fields),
  }),
  /** Sends the statement to the customer's present mail address. */
  send: endpoint({
    method: 'POST',
    path: `${path}/send`,
    allow: 'customerStatement:send',
    idempotent: true,
    input: { statementId: id() },
    output: words(),
  }),
  /** The file of a statement that was made. */
  download: endpoint({
    method: 'GET',
    path: `${path}/download`,
    allow: 'customerStatement:download',
    noTransaction: true,
    input: { statementId: id(), statementFormat: choice(statementFormat, { initial: statementFormat.items.pdf.value }) },
    output: file(),
  }),
};

export const customerStatements = jobKind({
  name: 'customerStatements',
  title: ['客户月度对账单', '客戶月度對帳單', 'Monthly statements of customers'],
  hint: [
    '每月为填写了电子邮箱的客户生成上月对账单并发送；每位客户每月一份',
    '每月為填寫了電子郵箱的客戶產生上月對帳單並寄送；每位客戶每月一份',
    'Makes the statement of last month for each customer with a mail address, once, and sends it',
  ],
  params: { hoursAfter: count({ min: 1, max: 240, unit: 'h' }) },
  paramLabels: { hoursAfter: ['月末后等待的小时数', '月底後等待的小時數', 'Hours to wait after the end of the month'] },
  results: { noted: ['新登记的对账单', '新登記的對帳單', 'New statements'] },
  initial: { cron: '0 35 * * * ?', params: { hoursAfter: 6 } },
});
