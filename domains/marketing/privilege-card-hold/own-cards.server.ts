import { sql } from 'kysely';
import { decodeCardTerms } from '#engines/marketing/card-terms.ts';
import type { HeldCardTerms } from '#engines/marketing/card-terms.ts';
import { holdStateAt } from '#engines/marketing/card-value.ts';
import { cardHoldState } from '#engines/marketing/codes.ts';
import type { CardHoldState } from '#engines/marketing/codes.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { placesOf } from '../privilege-card/shown-cards.server.ts';
import type { CardLimits } from '../privilege-card/shown-cards.server.ts';

/** A held card as its holder sees it. Amounts in minor units, energy in 0.1 Wh. */
export interface OwnCard extends CardLimits {
  readonly holdId: string;
  readonly state: CardHoldState;
  readonly terms: HeldCardTerms;
  readonly places: readonly string[];
  readonly beginsAt: Date;
  readonly expiresAt: Date;
  readonly timesUsed: number;
  readonly energyUsed: bigint;
  readonly savedCents: bigint;
}

interface HoldColumns extends CardLimits {
  readonly id: bigint;
  readonly stored: number;
  readonly terms: unknown;
  readonly beginsAt: Date;
  readonly expiresAt: Date;
  readonly timesUsed: number;
  readonly energyUsed: bigint;
  readonly savedCents: bigint;
}

const CARDS_MAX = 50;

/** What a party holds: what is active first, of that what expires first, and then what is over, the newest first. */
export const ownCards = async (
  tx: Tx,
  { mainPartType, mainPartId }: { readonly mainPartType: MainPartType; readonly mainPartId: string },
  now: Date,
): Promise<readonly OwnCard[]> => {
  const { rows } =
    await sql<HoldColumns>`select privilege_card_hold_id as id, state as stored, terms, begins_at, expires_at, order_limit, day_limit, quota, day_times, times_limit,
      times_used, energy_used, saved_amount as saved_cents
    from privilege_card_hold where main_part_type = ${mainPartType} and main_part_id = ${mainPartId}
    order by state = ${sql.lit(cardHoldState.active)} and expires_at > ${now} desc, case when state = ${sql.lit(cardHoldState.active)} then expires_at end,
      privilege_card_hold_id desc limit ${CARDS_MAX}`.execute(tx);
  const own: OwnCard[] = [];
  for (const { id, stored, terms: encoded, ...columns } of rows) {
    const terms = decodeCardTerms(encoded);
    if (!terms) continue;
    const { beginsAt, expiresAt, energyUsed, quota } = columns;
    const held = { ...columns, stored, beginsAtMs: beginsAt.getTime(), expiresAtMs: expiresAt.getTime(), energyUsedDwh: energyUsed, quotaDwh: quota };
    own.push({ ...columns, holdId: String(id), terms, places: await placesOf(tx, terms), state: holdStateAt(held, now.getTime()) });
  }
  return own;
};
