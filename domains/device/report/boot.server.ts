import { sql } from 'kysely';
import type { OtherReport } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';

/** Keeps what a station says of itself when it boots; its firmware and model stand where those of a native pile's login do. */
export const keepBoot = (database: Database, pile: PileRef, { values }: OtherReport): Promise<void> =>
  inSystem(database, async (tx) => {
    const text = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null);
    const vendor = text('chargePointVendor');
    const model = [vendor, text('chargePointModel')].filter((word) => word !== null).join(' ') || null;
    const { numAffectedRows } =
      await sql`update pile_state set boot = ${JSON.stringify(values)}, main_sw = coalesce(${text('firmwareVersion')}, main_sw),
      main_hw = coalesce(${model}, main_hw) where cp_code = ${pile.cpCode} and epoch = ${pile.epoch}`.execute(tx);
    // What an operator has written stays.
    if (numAffectedRows === 1n && vendor !== null)
      await sql`update pile_profile set manufacturer = ${vendor} where cp_code = ${pile.cpCode} and manufacturer is null`.execute(tx);
  });
