import { sql } from 'kysely';
import type { PileRef } from '#engines/protocol/door.ts';
import { gunState } from '#engines/pile/codes.ts';
import type { GunReported } from '#domains/device/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { decide } from '../lifecycle/decide.server.ts';
import type { Decided } from '../lifecycle/decide.server.ts';
import { forgetGhost, seeGhost } from '../start/charging-without-order.server.ts';
import type { OrderKey, StoredOrder } from '../lifecycle/stored-order.server.ts';

interface At {
  readonly nowMs: number;
  readonly wake: Set<string>;
}
type Hear = (key: OrderKey) => Promise<Decided | undefined>;

/**
 * What a gun says about itself goes to the order that lives on it, to the order it names, and to the order that was made of it when it charged
 * without one. Answers the order that may have changed.
 */
export const hearGun = async (tx: Tx, gun: GunReported, at: At): Promise<StoredOrder | undefined> => {
  const hear = await hearing(tx, gun, at);
  const live = await hear({ cpCode: gun.home.cpCode, gunNumber: gun.gunNumber });
  const other = gun.device === gunState.charging ? await hearCharging(tx, { gun, live, hear }, at) : await hearRest(tx, gun, hear);
  return (other ?? live)?.row;
};

const hearing = async (tx: Tx, gun: GunReported, { nowMs, wake }: At): Promise<Hear> => {
  const { home, gunNumber, device, atMs } = gun;
  const speaker = await speakerOf(tx, home.cpCode);
  // A gun that names nothing speaks of the order that lives on it.
  const chargingOrderNo = gun.saidOrderNo ?? gun.chargingOrderNo;
  const event = {
    kind: 'gunStatus',
    gunNumber,
    gunWorkStat: device,
    gunFaultType: 0,
    atMs,
    ...(chargingOrderNo !== null && { chargingOrderNo }),
  } as const;
  return (key) => decide(tx, key, { event, nowMs, actor: home.cpCode, speaker, wake });
};

/** A ghost is over when its gun rests; of a gun with a fault nobody knows. */
const hearRest = async (tx: Tx, gun: GunReported, hear: Hear): Promise<Decided | undefined> => {
  if (gun.device === gunState.fault) return undefined;
  const ghost = await forgetGhost(tx, { cpCode: gun.home.cpCode, gunNumber: gun.gunNumber });
  return ghost?.madeOrderNo ? hear({ orderNo: ghost.madeOrderNo }) : undefined;
};

const hearCharging = async (
  tx: Tx,
  { gun, live, hear }: { readonly gun: GunReported; readonly live: Decided | undefined; readonly hear: Hear },
  at: At,
): Promise<Decided | undefined> => {
  const { saidOrderNo, gunNumber, home } = gun;
  const named = saidOrderNo === null || saidOrderNo === live?.row.orderNo ? live : await hear({ orderNo: saidOrderNo });
  if (named && named.row.cpCode === home.cpCode && named.view.start !== null && named.view.end === null) return named;
  const seen = { orderNo: saidOrderNo, transactionId: null, energyDwh: null, ...at, actor: home.cpCode };
  const made = await seeGhost(tx, { cpCode: home.cpCode, gunNumber }, seen);
  return made === null ? undefined : hear({ orderNo: made });
};

const speakerOf = async (tx: Tx, cpCode: string): Promise<PileRef> => {
  const { rows } = await sql<{
    epoch: bigint;
    protocol: number;
  }>`select s.epoch, p.protocol from pile_state s join pile p using (cp_code) where s.cp_code = ${cpCode}`.execute(tx);
  return { cpCode, epoch: Number(rows[0]?.epoch ?? 0n), protocol: rows[0]?.protocol === 2 ? 'ocpp16' : 'native' };
};
