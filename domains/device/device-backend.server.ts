import type { DeviceEvent, GunStatus, LoginAttempt, PileStatus } from '#engines/protocol/device.ts';
import type { DeviceBackend, GatewayAlarm, PileRef } from '#engines/protocol/device-backend.ts';
import { genericResult, loginResult } from '#engines/protocol/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { batched } from '#kit/server/background/batching.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { settleCommand } from './command/dispatch.server.ts';
import type { SettledListener } from './command/dispatch.server.ts';
import { commandTopic } from './command/enqueue.server.ts';
import { findCredentials } from './connection/credentials.server.ts';
import { loginPiles } from './connection/login.server.ts';
import { logoutPiles } from './connection/logout.server.ts';
import type { EndedSession } from './connection/logout.server.ts';
import { greetWithRates } from './rates/tell-rates.server.ts';
import { writeFrames } from './message-log/write.server.ts';
import type { PileDirectory, PileHome } from './pile-directory.server.ts';
import { keepBoot } from './report/boot.server.ts';
import { keepBmsReport, keepEvent, keepGunStatus, keepParameters, keepPileStatus } from './report/report.server.ts';
import type { GunListener } from './report/report.server.ts';
import { keepUnchangedGuns, keepUnchangedPiles } from './report/unchanged.server.ts';
import type { HeardEvent } from './report/unchanged.server.ts';

/** Heard when a pile tells that it has just started; it is answered when the listener has settled. */
export type BootListener = (pile: PileRef, atMs: number) => Promise<void>;

/** What other domains do when a device has spoken; those that are given a transaction run in that of what they hear about. */
export interface DeviceListeners {
  readonly gunReported?: GunListener;
  readonly commandSettled?: SettledListener;
  readonly booted?: BootListener;
  /** After the login is committed. */
  readonly loggedIn?: (pile: PileRef) => void;
  readonly loggedOut?: (pile: PileRef) => void;
}

type DeviceKinds = 'pileStatus' | 'gunStatus' | 'parameterReport' | 'bmsReport' | 'other';
/** The part of the device back end that the device domain implements: sessions, states, parameters, frames and the ends of commands. */
export type DeviceHandlers = Omit<DeviceBackend, 'handle'> & {
  handle(pile: PileRef, event: Extract<DeviceEvent, { readonly kind: DeviceKinds }>): Promise<{ readonly result: number }>;
};

/** Piles that one statement or transaction is about: a whole network may come back at once. */
const PILES_MAX = 500;

export const createDeviceHandlers = (deps: Deps, directory: PileDirectory, listeners: DeviceListeners): DeviceHandlers => {
  const { database, node } = deps;
  const login = batched({ max: PILES_MAX, work: (attempts: readonly LoginAttempt[]) => loginPiles(database, attempts, node) });
  const rates = batched({ max: PILES_MAX, work: (cpCodes: readonly string[]) => greetWithRates(deps, cpCodes) });
  const alarm = (told: GatewayAlarm): void =>
    void keepAlarm(deps, directory, told).catch((error: unknown) => deps.log.error({ err: error, alarm: told }, 'an alarm could not be kept'));
  const logout = batched({ max: PILES_MAX, work: (sessions: readonly EndedSession[]) => logoutPiles(database, sessions) });
  return {
    credentials: batched({ max: PILES_MAX, work: (cpCodes: readonly string[]) => findCredentials(deps, cpCodes) }),
    login: async (attempt) => {
      const { cpCode, remoteAddress } = attempt;
      const { verdict, home, downgrade, isReplayed } = await login(attempt);
      if (home) directory.know(home);
      if (isReplayed)
        alarm({ kind: 'loginReplayed', cpCode, remoteAddress, detail: 'a login with this time and nonce has been seen before', atMs: attempt.atMs });
      if (downgrade !== undefined) alarm({ kind: 'downgrade', cpCode, remoteAddress, detail: downgrade, atMs: attempt.atMs });
      if (verdict.result === loginResult.success) {
        deps.bus.wake(commandTopic);
        listeners.loggedIn?.({ cpCode, epoch: verdict.epoch, protocol: attempt.protocol });
        void rates(cpCode).catch((error: unknown) => deps.log.error({ err: error, cpCode }, 'rates could not be sent'));
        deps.live.publish(`station:${home?.stationId ?? ''}`, { cpCode, online: true });
      }
      return verdict;
    },
    disconnected: async (pile) => {
      if (!(await logout({ cpCode: pile.cpCode, epoch: pile.epoch, atMs: deps.clock().getTime() }))) return;
      listeners.loggedOut?.(pile);
      const home = (await directory.homes([pile.cpCode])).get(pile.cpCode);
      deps.live.publish(`station:${home?.stationId ?? ''}`, { cpCode: pile.cpCode, online: false });
    },
    commandSettled: (pile, settlement) => settleCommand(deps, listeners.commandSettled ? [listeners.commandSettled] : [], { pile, settlement }),
    frames: (batch) => writeFrames(database, directory, batch),
    alarm,
    handle: createReports(deps, directory, listeners),
  };
};

const createReports = (deps: Deps, directory: PileDirectory, listeners: DeviceListeners): DeviceHandlers['handle'] => {
  const { database } = deps;
  const unchangedGun = batched({ max: PILES_MAX, work: (said: readonly HeardEvent<GunStatus>[]) => keepUnchangedGuns(database, said) });
  const unchangedPile = batched({ max: PILES_MAX, work: (said: readonly HeardEvent<PileStatus>[]) => keepUnchangedPiles(database, said) });

  const gunStatus = async (said: HeardEvent<GunStatus>, home: PileHome): Promise<void> => {
    const { event, heardMs } = said;
    const same = await unchangedGun(said);
    const gun =
      same === undefined
        ? await keepGunStatus(database, { ...said, home, listeners: listeners.gunReported ? [listeners.gunReported] : [] })
        : undefined;
    const shown = gun?.shown ?? same;
    if (shown === undefined) return;
    if (gun && gun.shown !== gun.before)
      deps.live.publish(`station:${home.stationId}`, { cpCode: home.cpCode, gunNumber: gun.gunNumber, gunWorkStat: shown });
    deps.live.publish(`gun:${home.cpCode}:${event.gunNumber}`, { gunWorkStat: shown, atMs: heardMs });
  };

  return async (pile, event) => {
    const home = (await directory.homes([pile.cpCode])).get(pile.cpCode);
    if (!home) return { result: genericResult.failure };
    const heardMs = deps.clock().getTime();
    switch (event.kind) {
      case 'pileStatus':
        if (!(await unchangedPile({ pile, event, heardMs }))) await keepPileStatus(database, { pile, home, event, heardMs });
        break;
      case 'gunStatus':
        await gunStatus({ pile, event, heardMs }, home);
        break;
      case 'parameterReport':
        await keepParameters(database, { home, event, atMs: heardMs });
        break;
      case 'bmsReport':
        await keepBmsReport(database, home, event);
        break;
      case 'other':
        if (event.name !== 'BootNotification') break;
        await keepBoot(database, pile, event);
        await listeners.booted?.(pile, heardMs);
        break;
    }
    return { result: genericResult.success };
  };
};

const keepAlarm = async (deps: Deps, directory: PileDirectory, alarm: GatewayAlarm): Promise<void> => {
  deps.log.warn({ alarm }, 'gateway alarm');
  const home = alarm.cpCode === null ? undefined : (await directory.homes([alarm.cpCode])).get(alarm.cpCode);
  if (!home) return;
  await inSystem(deps.database, (tx: Tx) =>
    keepEvent(tx, home, { kind: alarm.kind, detail: [alarm.remoteAddress, alarm.detail].filter(Boolean).join(' '), atMs: alarm.atMs }),
  );
};
