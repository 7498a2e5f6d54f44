import type { DeviceEvent } from '#engines/protocol/device.ts';
import type { DeviceDoor, GatewayAlarm, PileRef } from '#engines/protocol/door.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/deps.ts';
import { settleCommand } from './command/dispatch.server.ts';
import type { SettledListener } from './command/dispatch.server.ts';
import { commandTopic } from './command/enqueue.server.ts';
import { findCredentials, loginPile, logoutPile } from './connection/login.server.ts';
import { writeFrames } from './message-log/write.server.ts';
import type { PileDirectory } from './pile-directory.server.ts';
import { keepBmsReport, keepEvent, keepGunStatus, keepParameters, keepPileStatus } from './report/report.server.ts';
import type { GunListener } from './report/report.server.ts';

/** Heard when a pile tells that it has just started. */
export type BootListener = (tx: Tx, told: { readonly pile: PileRef; readonly atMs: number }) => Promise<void>;

/** What other domains do when a device has spoken; each runs in the transaction of what it hears about. */
export interface DeviceListeners {
  readonly gunReported?: GunListener;
  readonly commandSettled?: SettledListener;
  readonly booted?: BootListener;
  /** After the login is committed. */
  readonly loggedIn?: (pile: PileRef) => void;
  readonly loggedOut?: (pile: PileRef) => void;
}

type DeviceKinds = 'pileStatus' | 'gunStatus' | 'parameterReport' | 'bmsReport' | 'other';
/** The device domain's share of the door: sessions, states, parameters, frames and the ends of commands. */
export type DeviceShare = Omit<DeviceDoor, 'handle'> & {
  handle(pile: PileRef, event: Extract<DeviceEvent, { readonly kind: DeviceKinds }>): Promise<{ readonly result: number }>;
};

export const createDeviceShare = (deps: Deps, directory: PileDirectory, listeners: DeviceListeners): DeviceShare => ({
  credentials: (cpCode) => findCredentials(deps.database, cpCode),
  login: async (attempt) => {
    const { verdict, stationId } = await loginPile(deps.database, attempt, deps.node);
    if (verdict.result === 0) {
      deps.bus.wake(commandTopic);
      listeners.loggedIn?.({ cpCode: attempt.cpCode, epoch: verdict.epoch, protocol: attempt.protocol });
      deps.live.publish(`station:${stationId ?? ''}`, { cpCode: attempt.cpCode, online: true });
    }
    return verdict;
  },
  disconnected: async (pile) => {
    const ended = await logoutPile(deps.database, { ...pile, atMs: deps.clock().getTime() });
    if (!ended) return;
    listeners.loggedOut?.(pile);
    const home = (await directory.homes([pile.cpCode])).get(pile.cpCode);
    deps.live.publish(`station:${home?.stationId ?? ''}`, { cpCode: pile.cpCode, online: false });
  },
  commandSettled: (pile, settlement) => settleCommand(deps, listeners.commandSettled ? [listeners.commandSettled] : [], { pile, settlement }),
  frames: (batch) => writeFrames(deps.database, directory, batch),
  alarm: (alarm) =>
    void keepAlarm(deps, directory, alarm).catch((error: unknown) => deps.log.error({ err: error, alarm }, 'an alarm could not be kept')),
  handle: (pile, event) => handleReport(deps, directory, { pile, event, listeners }),
});

type Told = { readonly pile: PileRef; readonly event: Extract<DeviceEvent, { readonly kind: DeviceKinds }>; readonly listeners: DeviceListeners };

const handleReport = async (deps: Deps, directory: PileDirectory, { pile, event, listeners }: Told): Promise<{ readonly result: number }> => {
  const home = (await directory.homes([pile.cpCode])).get(pile.cpCode);
  if (!home) return { result: 1 };
  switch (event.kind) {
    case 'pileStatus':
      await keepPileStatus(deps.database, { pile, home, event });
      break;
    case 'gunStatus': {
      const gun = await keepGunStatus(deps.database, { pile, home, event, listeners: listeners.gunReported ? [listeners.gunReported] : [] });
      if (gun && gun.shown !== gun.before)
        deps.live.publish(`station:${home.stationId}`, { cpCode: home.cpCode, gunNumber: gun.gunNumber, gunWorkStat: gun.shown });
      if (gun) deps.live.publish(`gun:${home.cpCode}:${gun.gunNumber}`, { gunWorkStat: gun.shown, atMs: event.atMs });
      break;
    }
    case 'parameterReport':
      await keepParameters(deps.database, { home, event, atMs: deps.clock().getTime() });
      break;
    case 'bmsReport':
      await keepBmsReport(deps.database, home, event);
      break;
    case 'other':
      if (event.name === 'BootNotification')
        await inSystem(deps.database, async (tx) => listeners.booted?.(tx, { pile, atMs: deps.clock().getTime() }));
      break;
  }
  return { result: 0 };
};

const keepAlarm = async (deps: Deps, directory: PileDirectory, alarm: GatewayAlarm): Promise<void> => {
  deps.log.warn({ alarm }, 'gateway alarm');
  const home = alarm.cpCode === null ? undefined : (await directory.homes([alarm.cpCode])).get(alarm.cpCode);
  if (!home) return;
  await inSystem(deps.database, (tx: Tx) =>
    keepEvent(tx, home, { kind: alarm.kind, detail: [alarm.remoteAddress, alarm.detail].filter(Boolean).join(' '), atMs: alarm.atMs }),
  );
};
