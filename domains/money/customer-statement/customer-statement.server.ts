import { sql } from 'kysely';
import { customer } from '#domains/customer/resources.ts';
import type { FileDeps } from '#domains/system/server.ts';
import type { Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { pdfType, xlsxType } from '#kit/resource/printed-document.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { withContext } from '#kit/server/rows/with-context.ts';
import { statementFormat, statementState } from './customer-statement.codes.ts';
import { customerStatementRefusals, customerStatementWords } from './customer-statement.labels.ts';
import { customerStatement, customerStatementApi } from './customer-statement.ts';
import { statementTopic } from './statement-topic.ts';

const { list, queryById, exportXls } = crudHandlers(customerStatement);

export const customerStatementRoutes = ({ database, clock, stores }: FileDeps): readonly Route[] =>
  implement(customerStatementApi, {
    list,
    queryById,
    ...revealHandlers(customerStatement),
    exportXls,
    make: async (ctx, { custId, statementMonth, wantsMail }) => {
      const owner = await ctx.rows(customer).get(custId);
      if (wantsMail === 1) checkMail(owner);
      return ctx.rows(customerStatement).get(await noteStatement(ctx, { owner, statementMonth, wantsMail: wantsMail === 1, now: clock() }));
    },
    send: async (ctx, { statementId }) => {
      const { custId, statementState: state } = await ctx.rows(customerStatement).get(statementId);
      checkMail(await ctx.rows(customer).get(custId));
      if (state !== statementState.items.made.value) return throwRefusal(customerStatementRefusals, 'statement.notMade');
      await sql`update customer_statement set wants_mail = true, mail_asked_by = ${ctx.viewer.username}, next_step_at = ${clock()}, try_count = 0
        where statement_id = ${statementId}`.execute(ctx.db);
      ctx.db.wake(statementTopic);
      return ctx.say(customerStatementWords.sent);
    },
    // The file is streamed after the transaction has ended.
    download: async (ctx, { statementId, statementFormat: format }) => {
      const isPdf = format === statementFormat.items.pdf.value;
      const stored = await withContext({ database, clock, registry: ctx.registry }, ctx.viewer, async (innerCtx) => {
        const row = await innerCtx.rows(customerStatement).get(statementId);
        const { rows } = await sql<{
          path: string | null;
          store: string | null;
        }>`select case when ${isPdf}::bool then pdf_path else xlsx_path end as path, store from customer_statement where statement_id = ${statementId}`.execute(
          innerCtx.db,
        );
        return { month: row.statementMonth, ...rows[0] };
      });
      if (!stored.path) return throwRefusal(customerStatementRefusals, 'statement.notMade');
      const body = await stores.all.find(({ name }) => name === stored.store)?.read(stored.path);
      if (!body) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      return { name: `statement-${stored.month}.${isPdf ? 'pdf' : 'xlsx'}`, contentType: isPdf ? pdfType : xlsxType, body };
    },
  });

type Owner = Pick<Row<typeof customer.fields>, 'custId' | 'custName' | 'custMail' | 'tenantId' | 'agentId' | 'currency' | 'custLanguage'>;

const checkMail = ({ custName, custMail }: Owner): void => {
  if (custMail === null) throwRefusal(customerStatementRefusals, 'statement.noMail', { name: custName });
};

interface AskedStatement {
  readonly owner: Owner;
  readonly statementMonth: string;
  readonly wantsMail: boolean;
  readonly now: Date;
}

/** Returns the id of the month's statement, which is noted unless it exists. */
const noteStatement = async (ctx: Context, { owner, statementMonth, wantsMail, now }: AskedStatement): Promise<string> => {
  const { custId, tenantId, agentId, currency, custLanguage } = owner;
  const { rows } = await sql<{
    timezone: string;
    isOver: boolean | null;
  }>`select timezone, ((${statementMonth} || '-01')::date + interval '1 month') at time zone timezone <= ${now} as is_over
    from tenant where tenant_id = ${tenantId}`.execute(ctx.db);
  const [tenant] = rows;
  if (tenant?.isOver !== true) throwRefusal(customerStatementRefusals, 'statement.monthOpen', { month: statementMonth });
  await sql`insert into customer_statement (tenant_id, agent_id, cust_id, statement_month, timezone, currency, cust_language, wants_mail, mail_asked_by,
      next_step_at, create_by, create_time)
    values (${tenantId}, ${agentId}, ${custId}, ${statementMonth}, ${tenant?.timezone}, ${currency}, ${custLanguage}, ${wantsMail},
      ${wantsMail ? ctx.viewer.username : null}, ${now}, ${ctx.viewer.username}, ${now})
    on conflict on constraint customer_statement_key do nothing`.execute(ctx.db);
  ctx.db.wake(statementTopic);
  const { rows: known } = await sql<{
    id: bigint;
  }>`select statement_id as id from customer_statement where cust_id = ${custId} and statement_month = ${statementMonth}`.execute(ctx.db);
  return String(known[0]?.id);
};
