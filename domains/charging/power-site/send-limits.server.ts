import { sql } from 'kysely';
import { enqueueCommand, newCommandId } from '#domains/device/server.ts';
import type { CommandDraft } from '#domains/device/server.ts';
import { commandStat, parameterNo } from '#domains/device/resources.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import { isCharging, type SitePile } from './site-input.server.ts';
import type { CommandEnd } from './site-events.server.ts';
import type { Release } from './site-journal.rules.ts';

export const REQUESTED_BY = 'power';
/** A limit that could not be sent within this time is not sent any more: another one may be right by then. */
const SEND_WITHIN_MS = 10_000;
/** An offline limit that was not accepted is sent again after this time. */
const OFFLINE_LIMIT_AGAIN_MS = 60_000;
const HECTOWATT_W = 100;
/** Above the profiles of the operator, which are usually at level 0. */
const STACK_LEVEL = 1;

/**
 * The limit of a running charge holds for this time after it was sent; then the station falls by itself to what the gun may draw when nobody limits it.
 * So a station that hears nothing does not keep a limit that may be wrong by then.
 */
const HOLDS_MINUTES = 5;
/** Before a limit ends, it is sent again. */
export const RENEW_MS = 100_000;
/** The schedule begins a day ago, so that a station whose clock is behind follows it as well. */
const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;

const kilowatts = (powerHw: number): string => (powerHw / 10).toFixed(1);

const send = (tx: Tx, cpCode: string, { command, now }: { readonly command: CommandDraft; readonly now: Date }): Promise<string> =>
  enqueueCommand(tx, {
    cpCode,
    command,
    requestedBy: REQUESTED_BY,
    because: 'powerControl',
    commandId: newCommandId(),
    waitsUntil: new Date(now.getTime() + SEND_WITHIN_MS),
  });

/** A limit of a gun, in hectowatts, and what it falls to when it is not sent again; a fallback above the limit is none. */
interface GunLimit {
  readonly gunNumber: number;
  readonly powerHw: number;
  readonly fallbackHw: number;
  readonly now: Date;
}

/** Tells a gun its limit, and returns the ids of the commands that all have to succeed. */
export const sendLimit = async (tx: Tx, pile: SitePile, gunLimit: GunLimit) => {
  const { gunNumber, powerHw, now } = gunLimit;
  if (!pile.isOcpp) {
    const command = { cmd: 'setParameter', paramNo: parameterNo.items.gunMaxPower.value, gunNumber, value: kilowatts(powerHw) } as const;
    return [await send(tx, pile.cpCode, { command, now })];
  }
  const gun = pile.guns.find((each) => each.gunNumber === gunNumber);
  const periods = [{ startMinute: 0, limit: powerHw * HECTOWATT_W }];
  const profile = { purpose: 'TxDefaultProfile', stackLevel: STACK_LEVEL, unit: 'W', periods } as const;
  const ids = [await send(tx, pile.cpCode, { command: { cmd: 'setChargingProfile', gunNumber, profile, atMs: now.getTime() }, now })];
  // Some stations apply the default only to charges that begin later, so a running charge gets a profile of its own.
  if (gun && isCharging(gun)) ids.push(await renewLimit(tx, pile, gunLimit));
  return ids;
};

/** Tells a station the limit of a running charge, and what it falls to when it hears nothing. */
export const renewLimit = (tx: Tx, pile: SitePile, { gunNumber, powerHw, fallbackHw, now }: GunLimit): Promise<string> => {
  const periods = [
    { startMinute: 0, limit: powerHw * HECTOWATT_W },
    ...(fallbackHw < powerHw ? [{ startMinute: DAY_MINUTES + HOLDS_MINUTES, limit: fallbackHw * HECTOWATT_W }] : []),
  ];
  const atMs = now.getTime();
  const profile = { purpose: 'TxProfile', stackLevel: STACK_LEVEL, unit: 'W', periods, fromMs: atMs - DAY_MINUTES * MINUTE_MS } as const;
  return send(tx, pile.cpCode, { command: { cmd: 'setChargingProfile', gunNumber, profile, atMs }, now });
};

/** Takes a gun out of service that does not obey. */
export const disableGun = (tx: Tx, cpCode: string, { gunNumber, now }: { readonly gunNumber: number; readonly now: Date }): Promise<string> =>
  send(tx, cpCode, { command: { cmd: 'setParameter', paramNo: parameterNo.items.gunDisable.value, gunNumber, value: '1' }, now });

/** Lifts the limit of a gun that has left its site, unless it follows another power control by now. */
export const release = async (tx: Tx, { cpCode, gunNumber, ratedHw }: Release): Promise<void> => {
  const { rows } = await sql<{
    protocol: number;
  }>`select protocol from pile where cp_code = ${cpCode} and power_control_id is null and not is_delete`.execute(tx);
  const [pile] = rows;
  if (!pile) return;
  const { native } = pileProtocol.items;
  const commands: readonly CommandDraft[] =
    pile.protocol === native.value
      ? [{ cmd: 'setParameter', paramNo: parameterNo.items.gunMaxPower.value, gunNumber, value: kilowatts(ratedHw) }]
      : [{ cmd: 'clearChargingProfile', ofGun: gunNumber, stackLevel: STACK_LEVEL }];
  // It waits for a pile that is offline, because nothing sends it again.
  for (const command of commands) await enqueueCommand(tx, { cpCode, command, requestedBy: REQUESTED_BY, because: 'powerReleased' });
};

/** Sends native piles that are online their offline limit where they have told another one or none. */
export const sendOfflineLimits = async (tx: Tx, piles: readonly SitePile[], now: Date): Promise<void> => {
  const paramNo = parameterNo.items.offlineMaxPower.value;
  for (const { cpCode, isOcpp, isOnline, offlineHw, toldOfflineHw } of piles) {
    if (isOcpp || !isOnline || offlineHw === null || offlineHw === toldOfflineHw) continue;
    const { rows } = await sql<{ sent: boolean }>`select exists (select from device_command where cp_code = ${cpCode} and param_no = ${paramNo}
      and create_time > ${new Date(now.getTime() - OFFLINE_LIMIT_AGAIN_MS)}) as sent`.execute(tx);
    if (rows[0]?.sent) continue;
    await send(tx, cpCode, { command: { cmd: 'setParameter', paramNo, gunNumber: 0, value: kilowatts(offlineHw) }, now });
  }
};

/** How the commands have ended; those without an end are not among them. */
export const endsOf = async (tx: Tx, deviceCommandIds: readonly string[]): Promise<ReadonlyMap<string, CommandEnd>> => {
  if (deviceCommandIds.length === 0) return new Map();
  const { rows } = await sql<{
    commandId: string;
    result: number | null;
    remark: string | null;
  }>`select command_id, result, remark from device_command
    where command_id = any(${deviceCommandIds}::text[]) and stat = ${sql.lit(commandStat.items.completed.value)}`.execute(tx);
  return new Map(rows.map(({ commandId, result, remark }) => [commandId, { result, isAnswered: !unanswered.has(remark ?? '') }]));
};

/** Remarks of commands that ended without an answer of the device. */
const unanswered: ReadonlySet<string> = new Set(['void', 'expired', 'lost', 'timedOut', 'offline', 'busy']);
