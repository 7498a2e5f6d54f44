import { sql } from 'kysely';
import { accountType } from '#engines/protocol/codes.ts';
import type { AccountQuery, StartRequest } from '#engines/protocol/device.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { readableVin } from './plugged-car.rules.ts';
import type { ReportedCar } from './plugged-car.rules.ts';

/** The car that is plugged in at a gun and does not charge. Percent; null where it is not known. */
interface PluggedCar {
  readonly carVin: string | null;
  readonly carSoc: number | null;
}

interface CarReport extends ReportedCar {
  readonly gunNumber: number;
  readonly atMs: number;
  /** As the pile names it; empty before there is an order. */
  readonly chargingOrderNo: string;
}

/** Notes what a pile says of the car at its gun; false if it is not noted. A report of an ended connection, or of another order than the gun's, is about another car. */
export const noteCar = async (tx: Tx, { cpCode, epoch }: PileRef, car: CarReport): Promise<boolean> => {
  const at = new Date(car.atMs);
  const { vin = null, socPercent = null } = car;
  const { numAffectedRows } =
    await sql`update gun_live l set car_vin = coalesce(${vin}::text, l.car_vin), car_vin_at = case when ${vin}::text is null then l.car_vin_at else ${at}::timestamptz end,
      car_soc = coalesce(${socPercent}::int2, l.car_soc), car_soc_at = case when ${socPercent}::int2 is null then l.car_soc_at else ${at}::timestamptz end
    from gun g, pile_state s where l.cp_code = ${cpCode} and l.gun_number = ${car.gunNumber} and g.cp_code = l.cp_code and g.gun_number = l.gun_number
      and s.cp_code = l.cp_code and s.epoch = ${epoch} and (${car.chargingOrderNo} = '' or g.charging_order_no = ${car.chargingOrderNo})`.execute(tx);
  return numAffectedRows === 1n;
};

/** Notes the VIN with which a pile asks for an account or a start, whether that is granted or not. */
export const noteReportedVin = async (database: Database, pile: PileRef, { event, atMs }: VinReport): Promise<void> => {
  const text = ('vin' in event ? event.vin : '') || (event.accountType === accountType.vin ? event.account : '');
  const vin = readableVin(text);
  if (vin === undefined || event.gunNumber === 0) return;
  await inSystem(database, (tx) => noteCar(tx, pile, { vin, gunNumber: event.gunNumber, atMs, chargingOrderNo: '' }));
};

interface VinReport {
  readonly event: AccountQuery | StartRequest;
  /** By the platform's clock. */
  readonly atMs: number;
}

export const forgetCar = async (tx: Tx, cpCode: string, gunNumber: number): Promise<void> => {
  await sql`update gun_live set car_vin = null, car_vin_at = null, car_soc = null, car_soc_at = null where cp_code = ${cpCode} and gun_number = ${gunNumber}`.execute(
    tx,
  );
};

/** The caller has checked that the viewer may see the gun. */
export const readPluggedCar = async (tx: Tx, cpCode: string, gunNumber: number): Promise<PluggedCar> => {
  const { rows } = await sql<PluggedCar>`select car_vin, car_soc from plugged_car where cp_code = ${cpCode} and gun_number = ${gunNumber}`.execute(
    tx,
  );
  return rows[0] ?? { carVin: null, carSoc: null };
};
