import { sql } from 'kysely';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { faultType, gunState } from '#engines/pile/codes.ts';
import type { GunReport } from '#domains/device/server.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import { decide } from '../lifecycle/decide.server.ts';
import type { DecidedOrder } from '../lifecycle/decide.server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { OrderKey } from '../lifecycle/stored-order.server.ts';
import { forgetChargingWithoutOrder, recordChargingWithoutOrder } from '../start/charging-without-order.server.ts';

type ApplyTo = (key: OrderKey) => Promise<DecidedOrder | undefined>;

/**
 * A gun's status is applied to the live order of the gun, to the order that it names, and to the order that was created because the gun charged
 * without one.
 */
export const applyGunStatus = async (work: OrderWork, gun: GunReport): Promise<void> => {
  const applyTo = await statusApplier(work, gun);
  const live = await applyTo({ cpCode: gun.scope.cpCode, gunNumber: gun.gunNumber });
  if (gun.device === gunState.charging) await applyCharging(work, { gun, live, applyTo });
  else await applyNotCharging(work, gun, applyTo);
};

const statusApplier = async (work: OrderWork, gun: GunReport): Promise<ApplyTo> => {
  const { scope, gunNumber, device, atMs } = gun;
  const session = await sessionOf(work.tx, scope.cpCode);
  // A status that names no order is about the live order of the gun.
  const chargingOrderNo = gun.reportedOrderNo ?? gun.chargingOrderNo;
  const event = {
    kind: 'gunStatus',
    gunNumber,
    gunWorkStat: device,
    gunFaultType: faultType.none,
    atMs,
    ...(chargingOrderNo !== null && { chargingOrderNo }),
  } as const;
  return (key) => decide(work, key, { event, session });
};

/** Charging without an order ends when the gun stops charging. A gun with a fault does not say whether it charges. */
const applyNotCharging = async ({ tx }: OrderWork, gun: GunReport, applyTo: ApplyTo): Promise<void> => {
  if (gun.device === gunState.fault) return;
  const ghost = await forgetChargingWithoutOrder(tx, { cpCode: gun.scope.cpCode, gunNumber: gun.gunNumber });
  if (ghost?.madeOrderNo) await applyTo({ orderNo: ghost.madeOrderNo });
};

interface ChargingGun {
  readonly gun: GunReport;
  readonly live: DecidedOrder | undefined;
  readonly applyTo: ApplyTo;
}

const applyCharging = async (work: OrderWork, { gun, live, applyTo }: ChargingGun): Promise<void> => {
  const { reportedOrderNo, gunNumber, scope } = gun;
  const named = reportedOrderNo === null || reportedOrderNo === live?.row.orderNo ? live : await applyTo({ orderNo: reportedOrderNo });
  if (named && named.row.cpCode === scope.cpCode && named.view.start !== null && named.view.end === null) return;
  const evidence = { orderNo: reportedOrderNo, transactionId: null, energyDwh: null };
  const createdOrderNo = await recordChargingWithoutOrder(work, { cpCode: scope.cpCode, gunNumber }, evidence);
  if (createdOrderNo !== null) await applyTo({ orderNo: createdOrderNo });
};

const sessionOf = async (tx: Tx, cpCode: string): Promise<PileRef> => {
  const { rows } = await sql<{
    epoch: bigint;
    protocol: number;
  }>`select s.epoch, p.protocol from pile_state s join pile p using (cp_code) where s.cp_code = ${cpCode}`.execute(tx);
  return { cpCode, epoch: Number(rows[0]?.epoch ?? 0n), protocol: rows[0]?.protocol === pileProtocol.items.ocpp16.value ? 'ocpp16' : 'native' };
};
