import type { BmsReport, DeviceEvent, GunStatus, PileStatus } from '#engines/protocol/device.ts';
import type { LoginAttempt } from '#engines/protocol/login-attempt.ts';
import type { DeviceBackend, GatewayAlarm, PileRef } from '#engines/protocol/device-backend.ts';
import { genericResult, loginResult } from '#engines/protocol/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { batched } from '#kit/server/background/batching.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { BmsPush } from './bms-report/bms-report.ts';
import { settleCommand } from './command/dispatch.server.ts';
import type { CommandSettledListener } from './command/dispatch.server.ts';
import { commandTopic } from './command/enqueue.server.ts';
import { findCredentials } from './connection/credentials.server.ts';
import { loginPiles } from './connection/login.server.ts';
import { logoutPiles } from './connection/logout.server.ts';
import type { EndedSession } from './connection/logout.server.ts';
import { sendRatesOnLogin } from './rates/send-rates.server.ts';
import { writeFrames } from './message-log/write.server.ts';
import type { PileDirectory, PileScope } from './pile-directory.server.ts';
import { pushOf } from './report/measurements.rules.ts';
import { storeBootReport } from './report/boot.server.ts';
import { firmwareNotices, storeFirmwareStatus } from './report/firmware-status.server.ts';
import { logNotices, storeLogStatus } from './report/log-status.server.ts';
import { storeBmsReport, storeDeviceEvent, storeGunStatus, storeParameters, storePileStatus } from './report/report.server.ts';
import type { GunListener } from './report/report.server.ts';
import { storeUnchangedGuns, storeUnchangedPiles } from './report/unchanged-reports.server.ts';
import type { ReceivedEvent } from './report/unchanged-reports.server.ts';
import { storeSecurityEvent } from './security-event/store-security-event.server.ts';
import { storeVendorMessage } from './vendor-message/store-vendor-message.server.ts';
import { storeRecords } from './v10-record/store-record.server.ts';
import type { ReceivedRecord } from './v10-record/store-record.server.ts';

/** Called when a pile reports that it has just started. The report is answered when the listener has finished. */
export type BootListener = (pile: PileRef, atMs: number) => Promise<void>;

/** What other domains do after a report of a device. A listener that receives a transaction runs in the transaction of the report. */
export interface DeviceListeners {
  readonly gunReported?: GunListener;
  readonly commandSettled?: CommandSettledListener;
  readonly booted?: BootListener;
  /** Called after the login has been committed. */
  readonly loggedIn?: (pile: PileRef) => void;
  readonly loggedOut?: (pile: PileRef) => void;
}

type DeviceKinds = 'pileStatus' | 'gunStatus' | 'parameterReport' | 'bmsReport' | 'vendorMessage' | 'securityEvent' | 'recordReport' | 'other';
/** The device domain's part of the DeviceBackend: sessions, states, parameters, frames and the ends of commands. */
export type DeviceHandlers = Omit<DeviceBackend, 'handle'> & {
  handle(pile: PileRef, event: Extract<DeviceEvent, { readonly kind: DeviceKinds }>): Promise<{ readonly result: number }>;
};

/** The most piles in one statement or transaction: all piles of a network may reconnect at once. */
const PILES_MAX = 500;

export const createDeviceHandlers = (deps: Deps, directory: PileDirectory, listeners: DeviceListeners): DeviceHandlers => {
  const { database, node } = deps;
  const login = batched({ max: PILES_MAX, work: (attempts: readonly LoginAttempt[]) => loginPiles(database, attempts, node) });
  const rates = batched({ max: PILES_MAX, work: (cpCodes: readonly string[]) => sendRatesOnLogin(deps, cpCodes) });
  const alarm = (gatewayAlarm: GatewayAlarm): void =>
    void storeAlarm(deps, directory, gatewayAlarm).catch((error: unknown) =>
      deps.log.error({ err: error, alarm: gatewayAlarm }, 'an alarm could not be kept'),
    );
  const logout = batched({ max: PILES_MAX, work: (sessions: readonly EndedSession[]) => logoutPiles(database, sessions) });
  return {
    credentials: batched({ max: PILES_MAX, work: (cpCodes: readonly string[]) => findCredentials(deps, cpCodes) }),
    login: async (attempt) => {
      const { cpCode, remoteAddress } = attempt;
      const { verdict, scope, downgrade, isReplayed } = await login(attempt);
      if (scope) directory.add(scope);
      if (isReplayed)
        alarm({ kind: 'loginReplayed', cpCode, remoteAddress, detail: 'a login with this time and nonce has been seen before', atMs: attempt.atMs });
      if (downgrade !== undefined) alarm({ kind: 'downgrade', cpCode, remoteAddress, detail: downgrade, atMs: attempt.atMs });
      if (verdict.result === loginResult.success) {
        deps.bus.wake(commandTopic);
        listeners.loggedIn?.({ cpCode, epoch: verdict.epoch, protocol: attempt.protocol });
        void rates(cpCode).catch((error: unknown) => deps.log.error({ err: error, cpCode }, 'rates could not be sent'));
        deps.live.publish(`station:${scope?.stationId ?? ''}`, { cpCode, online: true });
      }
      return verdict;
    },
    disconnected: async (pile) => {
      if (!(await logout({ cpCode: pile.cpCode, epoch: pile.epoch, atMs: deps.clock().getTime() }))) return;
      listeners.loggedOut?.(pile);
      const scope = (await directory.scopesOf([pile.cpCode])).get(pile.cpCode);
      deps.live.publish(`station:${scope?.stationId ?? ''}`, { cpCode: pile.cpCode, online: false });
    },
    commandSettled: async (pile, settlement) => {
      await settleCommand(deps, listeners.commandSettled ? [listeners.commandSettled] : [], { pile, settlement });
      if (settlement.cmd !== 'setParameter') return;
      const scope = (await directory.scopesOf([pile.cpCode])).get(pile.cpCode);
      deps.live.publish(`station:${scope?.stationId ?? ''}`, { cpCode: pile.cpCode, changed: true });
    },
    frames: (batch) => writeFrames(database, directory, batch),
    alarm,
    handle: createReportHandler(deps, directory, listeners),
  };
};

const createReportHandler = (deps: Deps, directory: PileDirectory, listeners: DeviceListeners): DeviceHandlers['handle'] => {
  const { database } = deps;
  const unchangedGun = batched({ max: PILES_MAX, work: (events: readonly ReceivedEvent<GunStatus>[]) => storeUnchangedGuns(database, events) });
  const unchangedPile = batched({ max: PILES_MAX, work: (events: readonly ReceivedEvent<PileStatus>[]) => storeUnchangedPiles(database, events) });
  const record = batched({ max: PILES_MAX, work: (records: readonly ReceivedRecord[]) => storeRecords(database, records) });

  const gunStatus = async (received: ReceivedEvent<GunStatus>, scope: PileScope): Promise<void> => {
    const { event, receivedMs } = received;
    const unchanged = await unchangedGun(received);
    const changed = unchanged
      ? undefined
      : await storeGunStatus(database, { ...received, scope, listeners: listeners.gunReported ? [listeners.gunReported] : [] });
    const gun = unchanged ?? changed;
    if (!gun) return;
    const push = { gunNumber: event.gunNumber, ...pushOf(event, receivedMs) };
    const isNewState = changed !== undefined && changed.shown !== changed.before;
    // Lists of many guns receive only what is new; the page of one gun also shows when it was last heard.
    if (isNewState) deps.live.publish(`station:${scope.stationId}`, { cpCode: scope.cpCode, gunWorkStat: gun.shown, ...push });
    else if (gun.isNewReading) deps.live.publish(`station:${scope.stationId}`, { cpCode: scope.cpCode, ...push });
    deps.live.publish(`gun:${scope.cpCode}:${event.gunNumber}`, { gunWorkStat: gun.shown, ...push });
  };

  const pileStatus = async (received: ReceivedEvent<PileStatus>, scope: PileScope): Promise<void> => {
    const { pile, event, receivedMs } = received;
    const shown = (await unchangedPile(received)) ? undefined : await storePileStatus(database, { ...received, scope });
    if (shown) deps.live.publish(`station:${scope.stationId}`, shown);
    deps.live.publish(`pile:${pile.cpCode}`, { atMs: receivedMs, details: event.details });
  };

  return async (pile, event) => {
    const scope = (await directory.scopesOf([pile.cpCode])).get(pile.cpCode);
    if (!scope) return { result: genericResult.failure };
    const receivedMs = deps.clock().getTime();
    switch (event.kind) {
      case 'pileStatus':
        await pileStatus({ pile, event, receivedMs }, scope);
        break;
      case 'gunStatus':
        await gunStatus({ pile, event, receivedMs }, scope);
        break;
      case 'parameterReport':
        await storeParameters(database, { pile, scope, event, receivedMs });
        deps.live.publish(`station:${scope.stationId}`, { cpCode: scope.cpCode, changed: true });
        break;
      case 'bmsReport':
        if (await storeBmsReport(database, { pile, scope, event }))
          deps.live.publish(`station:${scope.stationId}`, { cpCode: pile.cpCode, gunNumber: event.gunNumber, carReported: true });
        publishBmsReport(deps, pile.cpCode, event);
        break;
      case 'vendorMessage': {
        const isAccepted = await storeVendorMessage(deps, { scope, event, receivedAt: new Date(receivedMs) });
        return { result: isAccepted ? genericResult.success : genericResult.failure };
      }
      case 'securityEvent':
        await storeSecurityEvent(database, { scope, event, receivedAt: new Date(receivedMs) });
        break;
      case 'recordReport':
        await record({ pile, scope, event, receivedMs });
        break;
      case 'other':
        if (event.name === 'BootNotification') {
          await storeBootReport(database, pile, { event, receivedMs });
          await listeners.booted?.(pile, receivedMs);
        } else if (firmwareNotices.has(event.name)) await storeFirmwareStatus(database, pile, { event, receivedMs });
        else if (logNotices.has(event.name)) await storeLogStatus(database, pile, { event, receivedMs });
        break;
    }
    return { result: genericResult.success };
  };
};

/** To the pages of one gun only. A pile may name an order that is not its own, so the topic of the order is not used. */
const publishBmsReport = ({ live }: Deps, cpCode: string, { stage, atMs, values, gunNumber, chargingOrderNo }: BmsReport): void => {
  const push: BmsPush = { bmsStage: stage, chargingOrderNo, atMs, values };
  live.publish(`gun:${cpCode}:${gunNumber}`, push);
};

const storeAlarm = async (deps: Deps, directory: PileDirectory, alarm: GatewayAlarm): Promise<void> => {
  deps.log.warn({ alarm }, 'gateway alarm');
  const scope = alarm.cpCode === null ? undefined : (await directory.scopesOf([alarm.cpCode])).get(alarm.cpCode);
  if (!scope) return;
  await inSystem(deps.database, (tx: Tx) =>
    storeDeviceEvent(tx, scope, { kind: alarm.kind, detail: [alarm.remoteAddress, alarm.detail].filter(Boolean).join(' '), atMs: alarm.atMs }),
  );
};
