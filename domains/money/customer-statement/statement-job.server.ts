import { sql } from 'kysely';
import { custState } from '#domains/customer/resources.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { customerStatements } from './customer-statement.ts';
import { statementTopic } from './statement-topic.ts';

/** Notes the statements of last month that nobody has asked for yet. The unique key makes each once, however often the job runs. */
export const statementJob: Job = implementJob(customerStatements, async ({ tx, now, params }) => {
  const { numAffectedRows = 0n } =
    await sql`insert into customer_statement (tenant_id, agent_id, cust_id, statement_month, timezone, currency, cust_language,
      wants_mail, mail_asked_by, next_step_at, create_by, create_time)
    select c.tenant_id, c.agent_id, c.cust_id, to_char(m.month_end - interval '1 month', 'YYYY-MM'), t.timezone, c.currency, c.cust_language, true, 'worker:statement', ${now}::timestamptz,
      'worker:statement', ${now}::timestamptz
    from customer c join tenant t on t.tenant_id = c.tenant_id
      cross join lateral (select date_trunc('month', (${now}::timestamptz - make_interval(hours => ${params.hoursAfter}::int)) at time zone t.timezone) as month_end) m
    where c.cust_mail is not null and not c.is_delete and c.cust_state <> ${sql.lit(custState.items.closed.value)}
      and c.create_time < m.month_end at time zone t.timezone
      and not exists (select from customer_statement s where s.cust_id = c.cust_id and s.statement_month = to_char(m.month_end - interval '1 month', 'YYYY-MM'))
    on conflict on constraint customer_statement_key do nothing`.execute(tx);
  tx.wake(statementTopic);
  return { noted: Number(numAffectedRows) };
});
