import { sql } from 'kysely';
import { stepGhost } from '#engines/pile/ghost.ts';
import type { Ghost } from '#engines/pile/ghost.ts';
import { openGhost } from '#engines/order/open.ts';
import { keepEvent } from '#domains/device/server.ts';
import type { GunListener, GunReported, SettledListener } from '#domains/device/server.ts';
import type { DeviceCommand } from '#engines/protocol/device.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/deps.ts';
import { decide } from './decide.server.ts';
import { insertOrder, tariffAt } from './open-order.server.ts';
import { perform } from './perform.server.ts';
import { lockPlace } from './place.server.ts';
import { saveFacts } from './save-order.server.ts';
import { createWaker } from './waker.server.ts';
import { pileSituation } from './situation.server.ts';

/** What the charging domain does when a gun, a command or a session has news, in the transaction of that news. */
export const createListeners = (deps: Deps) => {
  const wakeLater = createWaker(deps);
  const gunReported: GunListener = async (tx, gun) => {
    const wake = new Set<string>();
    const nowMs = deps.clock().getTime();
    const speaker = await speakerOf(tx, gun.home.cpCode);
    const decided = await decide(
      tx,
      { cpCode: gun.home.cpCode, gunNumber: gun.gunNumber },
      {
        event: {
          kind: 'gunStatus',
          gunNumber: gun.gunNumber,
          gunWorkStat: gun.device,
          gunFaultType: 0,
          atMs: gun.atMs,
          ...(gun.chargingOrderNo !== null && { chargingOrderNo: gun.chargingOrderNo }),
        },
        nowMs,
        actor: gun.home.cpCode,
        speaker,
        wake,
      },
    );
    if (!decided) await watchGhost(tx, gun, { nowMs, wake });
    wakeLater(wake, decided?.row);
  };
  const commandSettled: SettledListener = async (tx, { settlement, command }) => {
    const orderNo = 'chargingOrderNo' in command ? command.chargingOrderNo : undefined;
    if (orderNo === undefined || (command.cmd !== 'start' && command.cmd !== 'stop') || settlement.outcome !== 'answered') return;
    const wake = new Set<string>();
    const { result } = settlement.reply;
    const event =
      command.cmd === 'start' ? ({ kind: 'startReply', commandId: command.commandId, result } as const) : ({ kind: 'stopReply', result } as const);
    const decided = await decide(tx, { orderNo }, { event, nowMs: deps.clock().getTime(), actor: 'pile', wake });
    wakeLater(wake, decided?.row);
  };
  /** A start leaves only when its order still wants it, and that is kept before it touches the wire. */
  const commandLeaving = async (tx: Tx, command: DeviceCommand): Promise<boolean> => {
    if (command.cmd !== 'start') return true;
    const decided = await decide(
      tx,
      { orderNo: command.chargingOrderNo },
      { event: { kind: 'startSending' }, nowMs: deps.clock().getTime(), actor: 'dispatcher', wake: new Set() },
    );
    return decided?.verdict.ok ?? false;
  };
  /** It never touched the wire: the order ends and its money is free. */
  const commandUnsent = async (tx: Tx, command: DeviceCommand): Promise<void> => {
    if (command.cmd !== 'start') return;
    const wake = new Set<string>();
    const decided = await decide(
      tx,
      { orderNo: command.chargingOrderNo },
      { event: { kind: 'startUnsent' }, nowMs: deps.clock().getTime(), actor: 'dispatcher', wake },
    );
    wakeLater(wake, decided?.row);
  };
  return { gunReported, commandSettled, commandLeaving, commandUnsent };
};

const speakerOf = async (tx: Tx, cpCode: string) => {
  const { rows } = await sql<{
    epoch: bigint;
    protocol: number;
  }>`select s.epoch, p.protocol from pile_state s join pile p using (cp_code) where s.cp_code = ${cpCode}`.execute(tx);
  return { cpCode, epoch: Number(rows[0]?.epoch ?? 0n), protocol: rows[0]?.protocol === 2 ? ('ocpp16' as const) : ('native' as const) };
};

/** A gun that charges without an order is told, and after a while becomes an order of its own that is stopped. */
const watchGhost = async (tx: Tx, gun: GunReported, at: { readonly nowMs: number; readonly wake: Set<string> }): Promise<void> => {
  const key = sql`cp_code = ${gun.home.cpCode} and gun_number = ${gun.gunNumber}`;
  const { rows } = await sql<{ content: Ghost }>`select content from gun_ghost where ${key}`.execute(tx);
  const known = rows[0]?.content ?? null;
  const charging = gun.device === 6;
  if (!charging && known === null) return;
  const { ghost, act } = stepGhost(known, { atMs: at.nowMs, charging, energyDwh: null });
  if (ghost === null) await sql`delete from gun_ghost where ${key}`.execute(tx);
  else
    await sql`insert into gun_ghost (cp_code, gun_number, tenant_id, content) values (${gun.home.cpCode}, ${gun.gunNumber}, ${gun.home.tenantId}, ${JSON.stringify(ghost)}::jsonb)
    on conflict (cp_code, gun_number) do update set content = excluded.content`.execute(tx);
  if (act === 'tell') await keepEvent(tx, gun.home, { kind: 'ghost', gunNumber: gun.gunNumber, detail: 'charging without an order', atMs: at.nowMs });
  if (act === 'open' && ghost) await openGhostOrder(tx, gun, { ...at, ghost });
};

const openGhostOrder = async (
  tx: Tx,
  gun: GunReported,
  at: { readonly nowMs: number; readonly wake: Set<string>; readonly ghost: Ghost },
): Promise<void> => {
  const place = await lockPlace(tx, gun.home.cpCode, gun.gunNumber);
  if (!place || place.liveOrderNo !== null) return;
  const orderNo = `G${at.nowMs.toString(36).toUpperCase()}${gun.home.cpCode}-${gun.gunNumber}`.slice(0, 32);
  const verdict = openGhost(
    { chargingOrderNo: orderNo, ratedPowerW: place.ratedPowerW, cpCode: place.cpCode, gunNumber: place.gunNumber, sinceMs: at.ghost.sinceMs },
    at.nowMs,
  );
  const tariff = await tariffAt(tx, place, Math.min(at.ghost.sinceMs, at.nowMs));
  const order = await insertOrder(tx, { place, party: undefined, tariff, orderNo, strategy: { type: 9 }, startSource: 153, facts: verdict.facts });
  const { view } = await saveFacts(tx, order, { facts: [], pile: await pileSituation(tx, place.cpCode) });
  await perform(verdict.effects, { tx, row: order.row, view, nowMs: at.nowMs, actor: 'system', wake: at.wake });
};
