import { sql } from 'kysely';
import { languageOfCustomer } from '#domains/customer/resources.ts';
import type { custLanguage } from '#domains/customer/resources.ts';
import { messageState } from '#domains/system/resources.ts';
import type { Messenger } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { amountText } from '#kit/fields/amount-text.ts';
import { say } from '#kit/fields/words.ts';
import { pdfType, xlsxType } from '#kit/resource/printed-document.ts';
import { recordMail } from '../statement-mail/statement-mail.server.ts';
import { statementState } from './customer-statement.codes.ts';
import { documentWords } from './customer-statement.labels.ts';
import { monthText } from './statement-document.rules.ts';

/** A mail that has not left after this time is not sent any more. */
const MAIL_LIFE_MS = 3 * 86_400_000;

interface MailedStatement {
  readonly statementMonth: string;
  readonly currency: string;
  readonly custLanguage: CodeValue<typeof custLanguage>;
  readonly openingMoney: bigint;
  readonly rechargeMoney: bigint;
  readonly consumeMoney: bigint;
  readonly closingMoney: bigint;
  readonly pdfPath: string | null;
  readonly xlsxPath: string | null;
  readonly store: string | null;
  readonly tenantName: string;
  readonly custName: string;
  readonly custMail: string | null;
  readonly mailAskedBy: string | null;
}

/** Writes the mail with both files, in the caller's transaction. False: the customer has no address, or the statement is not made. */
export const mailStatement = async (
  tx: Tx,
  messenger: Messenger,
  { statementId, now }: { readonly statementId: string; readonly now: Date },
): Promise<boolean> => {
  const { rows } = await sql<MailedStatement>`select s.statement_month, s.currency, s.cust_language::int4 as cust_language, s.opening_money,
      s.recharge_money, s.consume_money, s.closing_money, s.pdf_path, s.xlsx_path, s.store, t.name as tenant_name, c.cust_name, c.cust_mail, s.mail_asked_by
    from customer_statement s join tenant t on t.tenant_id = s.tenant_id join customer c on c.cust_id = s.cust_id
    where s.statement_id = ${statementId} and s.statement_state = ${sql.lit(statementState.items.made.value)} for update of s`.execute(tx);
  const [row] = rows;
  if (!row?.custMail || row.pdfPath === null || row.xlsxPath === null || row.store === null) return false;
  const { custMail: receiver, store } = row;
  const name = `statement-${row.statementMonth}`;
  const messageId = await messenger.write(tx, {
    channel: 'mail',
    to: receiver,
    ...mailText(row),
    expiresAt: new Date(now.getTime() + MAIL_LIFE_MS),
    attachments: [
      { name: `${name}.pdf`, contentType: pdfType, path: row.pdfPath, store },
      { name: `${name}.xlsx`, contentType: xlsxType, path: row.xlsxPath, store },
    ],
  });
  await sql`update customer_statement set receiver = ${receiver}, message_id = ${messageId}, mail_state = ${sql.lit(messageState.items.waiting.value)},
    mail_time = null, mail_failure = null, update_time = ${now} where statement_id = ${statementId}`.execute(tx);
  await recordMail(tx, { messageId, statementId, receiver, askedBy: row.mailAskedBy ?? 'system', now });
  return true;
};

const mailText = (row: MailedStatement): { readonly subject: string; readonly body: string } => {
  const language = languageOfCustomer(row.custLanguage);
  const amount = (cents: bigint) => amountText(cents, row.currency);
  const args = {
    issuer: row.tenantName,
    name: row.custName,
    month: monthText(row.statementMonth, language),
    opening: amount(row.openingMoney),
    recharge: amount(row.rechargeMoney),
    consume: amount(row.consumeMoney),
    closing: amount(row.closingMoney),
  };
  return { subject: say(documentWords.mailSubject, language, args), body: say(documentWords.mailBody, language, args) };
};
