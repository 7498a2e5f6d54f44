import { sql } from 'kysely';
import { cardHoldState } from '#engines/marketing/codes.ts';
import { accounts, openAccounts, post } from '#domains/money/server.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { cardEarning } from './privilege-card-hold-jobs.ts';

/** The most cards of one run; the next run takes the rest. */
const RUN_MAX = 50_000;

interface EarnedSum {
  readonly tenantId: bigint;
  readonly currency: string;
  readonly funder: string;
  readonly cents: bigint;
  readonly cards: number;
  readonly expired: number;
}

/**
 * The price of the days that have ended is earned, and what has expired is written down. One journal for each funder books the sum of its cards:
 * D card deferred, C card income. A run that comes late books the days that it missed.
 */
export const cardEarningJob: Job = implementJob(cardEarning, async ({ tx, now }) => {
  const { rows } = await sql<EarnedSum>`with due as (
      select privilege_card_hold_id, earned_amount as stood, expires_at <= ${now} as is_over,
        least(days, greatest(0, (${now}::timestamptz at time zone zone)::date - (begins_at at time zone zone)::date)) as days_ended
      from privilege_card_hold where state = ${sql.lit(cardHoldState.active)}
        and (expires_at <= ${now} or paid_amount > 0 and least(days, (${now}::timestamptz at time zone zone)::date - (begins_at at time zone zone)::date) > earned_days)
      order by privilege_card_hold_id limit ${RUN_MAX} for update skip locked),
    earned as (
      update privilege_card_hold h set earned_days = d.days_ended, update_time = ${now}, version = version + 1,
        earned_amount = case when d.days_ended >= h.days then h.paid_amount else div(h.paid_amount::numeric * d.days_ended, h.days)::int8 end,
        state = case when d.is_over then ${sql.lit(cardHoldState.expired)}::int2 else h.state end
      from due d where h.privilege_card_hold_id = d.privilege_card_hold_id
      returning h.tenant_id, h.currency, h.funder, h.earned_amount - d.stood as cents, d.is_over)
    select tenant_id, currency, funder, sum(cents)::int8 as cents, count(*)::int4 as cards, (count(*) filter (where is_over))::int4 as expired
    from earned group by tenant_id, currency, funder order by tenant_id, currency, funder`.execute(tx);
  for (const { tenantId, currency, funder, cents } of rows) {
    if (cents === 0n) continue;
    const books = { tenantId, currency, actor: 'job:cardEarning' };
    const [debit = 0n, credit = 0n] = await openAccounts(tx, books, [accounts.cardDeferred(), accounts.cardIncome(funder)]);
    const source = { type: 'card_day', id: `${funder} ${currency} ${now.toISOString()}` };
    await post(tx, books, { kind: 'card_earned', source, lines: [{ debit, credit, amountCents: cents }] });
  }
  const sumOf = (name: 'cards' | 'expired'): number => rows.reduce((sum, row) => sum + row[name], 0);
  return { cards: sumOf('cards'), expired: sumOf('expired') };
});
