/** Commands of the platform to piles, independent of the protocol; see device.ts for the units. */
import type { PowerPeriod } from '#engines/dispatch/schedule/plan.ts';
import type { ChargingProfile, RateUnit } from './ocpp16/charging-profile.ts';
import type { LocalListPart } from './ocpp16/local-list.ts';

/** Messages of a station that the platform may ask for (OCPP 1.6 TriggerMessage). */
export type TriggeredMessage =
  | 'BootNotification'
  | 'DiagnosticsStatusNotification'
  | 'FirmwareStatusNotification'
  | 'Heartbeat'
  | 'MeterValues'
  | 'StatusNotification';

/** Messages that the security extension of OCPP 1.6 adds to them (ExtendedTriggerMessage), without those that need a certificate authority. */
export type ExtendedTriggeredMessage = Exclude<TriggeredMessage, 'DiagnosticsStatusNotification'> | 'LogStatusNotification';

/** A command of the platform to a pile. `commandId` is 16 characters; a pile that receives one twice repeats its stored answer. */
export type DeviceCommand = { readonly commandId: string } & (
  | {
      readonly cmd: 'start';
      readonly gunNumber: number;
      readonly chargingOrderNo: string;
      readonly idTag: string;
      readonly strategyType: number;
      readonly strategyValE2: number;
      readonly balanceCents: number;
      readonly rateRuleNo: string;
      readonly deadlineMs: number;
    }
  | {
      readonly cmd: 'stop';
      readonly gunNumber: number;
      readonly chargingOrderNo: string;
      readonly transactionId?: number;
      /** The pile does not know the order's number, so the command applies to any charge of its gun. */
      readonly byGun?: boolean;
    }
  | { readonly cmd: 'setParameter'; readonly paramNo: number; readonly gunNumber: number; readonly value: string }
  | { readonly cmd: 'readParameters'; readonly paramNos: readonly number[] }
  | { readonly cmd: 'recallOrder'; readonly chargingOrderNo?: string; readonly fromMs?: number; readonly toMs?: number }
  | {
      readonly cmd: 'setRateRule';
      readonly rateRuleNo: string;
      readonly month: number;
      readonly slotStages: readonly number[];
      readonly stagePricesE4: readonly (readonly number[])[];
      readonly billMode: number;
    }
  /** Native only: the limits of the whole pile over the day of its station, so that it follows them between commands. Without periods it has none. */
  | { readonly cmd: 'setPowerSchedule'; readonly periods: readonly PowerPeriod[] }
  /** Native only: accounts that a pile accepts by itself while it has no connection. `offset` counts those of earlier commands of the same list. */
  | {
      readonly cmd: 'setWhiteList';
      readonly accountType: number;
      readonly action: number;
      readonly accounts: readonly string[];
      readonly offset: number;
    }
  /** Native only: asks for the number of accounts that a pile keeps, and their digest. */
  | { readonly cmd: 'readWhiteList'; readonly accountType: number }
  /** OCPP only: reads how long the local authorization list of a station may be. `push`: the list is sent afterwards. */
  | { readonly cmd: 'readListLimits'; readonly push: boolean }
  /** OCPP only: asks for the version of the local authorization list. */
  | { readonly cmd: 'readLocalList'; readonly push: boolean }
  /** OCPP only: sends a list or a part of it. */
  | ({ readonly cmd: 'sendLocalList' } & LocalListPart)
  | { readonly cmd: 'setPayQrCode'; readonly gunNumber: number; readonly url: string }
  /** Installs a firmware. `url`, `signature` and `certificate` are empty while the command waits; each sending has an address of its own. */
  | {
      readonly cmd: 'upgrade';
      readonly upgradeId: string;
      readonly firmwareVer: string;
      /** SHA-256 of the file, hex. */
      readonly digest: string;
      /** Base64, and the certificate as PEM. */
      readonly signature: string;
      readonly certificate: string;
      /** OCPP: the message without the signature. */
      readonly unsigned?: true;
      readonly url: string;
      /** When the pile shall begin. */
      readonly atMs: number;
    }
  /** `url` is empty while the command waits, as that of `upgrade`. Only OCPP stations have a security log. */
  | {
      readonly cmd: 'fetchLog';
      readonly pileLogId: string;
      readonly isSecurity: boolean;
      readonly fromMs: number;
      readonly toMs: number;
      readonly url: string;
    }
  | {
      readonly cmd: 'reserve';
      readonly gunNumber: number;
      readonly reservationId: number;
      readonly idTag: string;
      /** OCPP: accounts of this group may use the reservation as well. */
      readonly parentIdTag?: string;
      readonly untilMs: number;
    }
  | { readonly cmd: 'cancelReservation'; readonly reservationId: number }
  | { readonly cmd: 'queryStatus'; readonly gunNumber: number }
  | { readonly cmd: 'restart'; readonly hard: boolean }
  /** OCPP only: frees the cable of a gun; forgets cached cards; sets a configuration key that is none of the 23 parameters. */
  | { readonly cmd: 'unlock'; readonly gunNumber: number }
  | { readonly cmd: 'clearCache' }
  | { readonly cmd: 'setKey'; readonly key: string; readonly value: string }
  | { readonly cmd: 'readKey'; readonly key: string }
  /** OCPP only: gives a station another password. The value is made when the command is sent and is stored nowhere else but sealed. */
  | { readonly cmd: 'setAuthorizationKey'; readonly value?: string }
  /** OCPP only: asks for one of the station's own messages; for those about a gun, `gunNumber` 0 means all. */
  | { readonly cmd: 'trigger'; readonly message: TriggeredMessage; readonly gunNumber: number }
  | { readonly cmd: 'extendedTrigger'; readonly message: ExtendedTriggeredMessage; readonly gunNumber: number }
  /** OCPP only: limits power or current. Periods of a whole pile count from `atMs`. */
  | { readonly cmd: 'setChargingProfile'; readonly gunNumber: number; readonly profile: ChargingProfile; readonly atMs: number }
  /** OCPP only: removes the profiles that have all of these properties. */
  | { readonly cmd: 'clearChargingProfile'; readonly ofGun?: number; readonly purpose?: ChargingProfile['purpose']; readonly stackLevel?: number }
  /** OCPP only: asks for the limits that result from all profiles. */
  | { readonly cmd: 'readSchedule'; readonly gunNumber: number; readonly minutes: number; readonly unit?: RateUnit }
  /** OCPP only: a message of a vendor. */
  | { readonly cmd: 'transferData'; readonly vendorId: string; readonly messageId?: string; readonly data?: string }
  /** Sends nothing: the gateway ends the session of this epoch, because the pile was removed or has another secret. */
  | { readonly cmd: 'endSession'; readonly epoch: number }
);
