import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { statementMail } from './statement-mail.ts';

export const statementMailLabels = labels(statementMail, {
  noun: ['对账单邮件', '對帳單郵件', 'Statement mail'],
  fields: {
    messageId: ['编号', '編號', 'Id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    custId: ['客户', '客戶', 'Customer'],
    statementId: ['对账单编号', '對帳單編號', 'Statement no.'],
    statementMonth: ['月份', '月份', 'Month'],
    receiver: ['收件人', '收件人', 'Receiver'],
    mailState: ['邮件状态', '郵件狀態', 'State'],
    mailTime: ['送出时间', '送出時間', 'Sent'],
    mailFailure: ['失败原因', '失敗原因', 'Why it was not sent'],
  },
});

export const statementMailWords = {
  mails: ['邮件', '郵件', 'Mails'],
  mailsOf: ['{month}对账单的邮件', '{month}對帳單的郵件', 'Mails of the statement of {month}'],
} as const satisfies Readonly<Record<string, Words>>;
