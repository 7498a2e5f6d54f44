import { sql } from 'kysely';
import type { OtherReport } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { reportVersions } from '../upgrade-record/report-upgrade.server.ts';

export interface ReceivedReport {
  readonly event: OtherReport;
  readonly receivedMs: number;
}

/** Stores what a station reports when it boots. Its firmware and model go to the columns that hold those of a native pile's login. */
export const storeBootReport = (database: Database, pile: PileRef, { event: { values }, receivedMs }: ReceivedReport): Promise<void> =>
  inSystem(database, async (tx) => {
    const text = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null);
    const vendor = text('chargePointVendor');
    const model = [vendor, text('chargePointModel')].filter((part) => part !== null).join(' ') || null;
    const { numAffectedRows } =
      await sql`update pile_state set boot = ${JSON.stringify(values)}, main_sw = coalesce(${text('firmwareVersion')}, main_sw),
      main_hw = coalesce(${model}, main_hw) where cp_code = ${pile.cpCode} and epoch = ${pile.epoch}`.execute(tx);
    const version = text('firmwareVersion');
    if (numAffectedRows === 1n && version !== null) await reportVersions(tx, [{ cpCode: pile.cpCode, version }], new Date(receivedMs));
    // A manufacturer that an operator has entered is not overwritten.
    if (numAffectedRows === 1n && vendor !== null)
      await sql`update pile_profile set manufacturer = ${vendor} where cp_code = ${pile.cpCode} and manufacturer is null`.execute(tx);
  });
