import { type AccountType, type recordResult, type startRequestResult, type V10Record } from './codes.ts';
import { type OrderType, type orderType } from '../order/codes.ts';
/**
 * Messages between piles and platform, independent of the protocol. Adapters (native, OCPP) translate their frames to and from these
 * types; code behind the gateway never sees a frame.
 *
 * Units: energy and meters in 0.1 Wh (`Dwh`, 0.0001 kWh on the wire), money in minor units (`Cents`), voltage 0.1 V (`Dv`), current
 * 0.1 A (`Da`), power in watts (`W`), instants in epoch milliseconds (`Ms`). All are safe integers.
 */

/** The account that wants to charge, as the pile identifies it. */
export interface DeviceAccount {
  readonly accountType: AccountType;
  readonly account: string;
  /** Hex of the pile's password digest; absent when none was typed. */
  readonly passwordDigest?: string;
}

export interface PileStatus {
  readonly kind: 'pileStatus';
  readonly cpWorkStat: number;
  /** Null means no fault. */
  readonly cpFaultType: number | null;
  readonly atMs: number;
  readonly details: Readonly<Record<string, string | number>>;
}

export interface GunStatus {
  readonly kind: 'gunStatus';
  /** 1-based; 0 means the pile as a whole and is turned into a PileStatus by the adapter. */
  readonly gunNumber: number;
  readonly gunWorkStat: number;
  readonly gunStopType?: number;
  readonly gunFaultType: number;
  /** The pile's own text about a fault, where its protocol gives a text instead of one of our codes (OCPP). */
  readonly faultInfo?: string;
  readonly gunStatusInfo?: number;
  readonly gunDcPositiveTemp?: number;
  readonly gunDcNegativeTemp?: number;
  readonly cpVoltage?: string;
  readonly insulationVal?: number;
  readonly onlineGunMaxPowerW?: number;
  readonly chargingOrderNo?: string;
  readonly plugged?: boolean;
  readonly atMs: number;
}

export interface AccountQuery extends DeviceAccount {
  readonly kind: 'accountQuery';
  readonly gunNumber: number;
}

/** The pile requests permission before it starts (native 0004). */
export interface StartRequest extends DeviceAccount {
  readonly kind: 'startRequest';
  readonly gunNumber: number;
  readonly vin?: string;
  readonly strategyType: number;
  /** In the strategy's own unit times 100: amount in cents, energy 0.01 kWh, SOC %, minutes. */
  readonly strategyValE2: number;
  readonly localOrderNo?: string;
  readonly atMs: number;
}

/** The pile has started or has failed to start (native 0005). */
export interface StartResult {
  readonly kind: 'startResult';
  readonly chargingOrderNo: string;
  readonly gunNumber: number;
  readonly startResult: number;
  readonly startSource: number;
  readonly startAtMs: number;
  readonly startMeterDwh: number;
  readonly startSoc?: number;
  readonly vin?: string;
  readonly fromStore: boolean;
}

/** The pile started by itself and reports it (OCPP StartTransaction): request and result in one. */
export interface TransactionStarted {
  readonly kind: 'transactionStarted';
  readonly gunNumber: number;
  readonly idTag: string;
  readonly startAtMs: number;
  /** The pile sent no readable instant, so the time of arrival is used. */
  readonly undated?: true;
  readonly startMeterDwh: number;
  readonly reservationId?: number;
}

export interface ChargingSample {
  readonly kind: 'chargingSample';
  /** Native: the order number. OCPP: absent, and transactionId identifies the order. */
  readonly chargingOrderNo?: string;
  readonly transactionId?: number;
  readonly gunNumber: number;
  readonly atMs: number;
  readonly voltageDv?: number;
  readonly currentDa?: number;
  readonly powerW?: number;
  readonly soc?: number;
  readonly bmsVoltageDv?: number;
  readonly bmsCurrentDa?: number;
  /** Energy of this order so far. Absent in a message without energy, which must not reset the total. */
  readonly energyDwh?: number;
  readonly meterDwh?: number;
  /** The cost of the order by the pile's calculation; only compared, never used for billing. */
  readonly amountE4?: number;
  readonly remainingMin?: number;
  readonly gunDcPositiveTemp?: number;
  readonly gunDcNegativeTemp?: number;
}

/** BMS handshake, parameter, charging and end reports (native 0011 to 0014), stored as values with labels. */
export interface BmsReport {
  readonly kind: 'bmsReport';
  readonly stage: 'handshake' | 'parameter' | 'charging' | 'end';
  readonly chargingOrderNo: string;
  readonly gunNumber: number;
  readonly values: Readonly<Record<string, string | number>>;
  readonly atMs: number;
}

/** The end record: the pile's own bill of an order that has ended (native 0015, OCPP StopTransaction). */
export interface EndRecord {
  readonly kind: 'endRecord';
  readonly chargingOrderNo?: string;
  readonly transactionId?: number;
  /** 0 when the protocol does not give it. */
  readonly gunNumber: number;
  readonly orderType: Exclude<OrderType, typeof orderType.checkCodeException>;
  readonly startSource?: number;
  readonly account?: DeviceAccount;
  readonly vin?: string;
  readonly startAtMs?: number;
  readonly stopAtMs: number;
  readonly startSoc?: number;
  readonly stopSoc?: number;
  readonly startMeterDwh?: number;
  readonly stopMeterDwh: number;
  readonly energyDwh?: number;
  /** Tip, peak, flat, valley. */
  readonly stageEnergyDwh?: readonly number[];
  /** elec01..elec48, local half hours of the station. */
  readonly slotEnergyDwh?: readonly number[];
  /** Electricity, service, other1, other2, total, in 0.0001 yuan as the pile computed them. */
  readonly deviceAmountE4?: readonly number[];
  readonly stopReason: number;
  readonly rateRuleNo?: string;
  /** 'absent' when no secret is set, so nothing could be checked. */
  readonly checkCode: 'ok' | 'wrong' | 'absent';
  /** SHA-256 of the raw body, hex: an equal digest means that the same record was sent again. */
  readonly digest: string;
  /** The record as the pile sent it: body in hex (native) or JSON text (OCPP). */
  readonly raw?: string;
  readonly fromStore: boolean;
}

export interface ParameterReport {
  readonly kind: 'parameterReport';
  /** paramNo (0 to 22, or an OCPP key) to value. */
  readonly values: Readonly<Record<string, string>>;
}

export interface CommandReply {
  readonly kind: 'commandReply';
  readonly commandId: string;
  /** One of `commandResult`. */
  readonly result: number;
  readonly paramNo?: number;
  readonly keyVal?: string;
  readonly remark?: string;
}

/** A message of the pile's vendor (OCPP DataTransfer). The platform accepts those of vendors that its operators have named. */
export interface VendorMessage {
  readonly kind: 'vendorMessage';
  readonly vendorId: string;
  readonly messageId?: string;
  /** A text as it was sent, any other value as JSON; null when the message carries none. */
  readonly data: string | null;
}

/** An event that concerns the security of the pile (OCPP SecurityEventNotification). */
export interface SecurityEvent {
  readonly kind: 'securityEvent';
  /** A word of the list of OCPP, or one of the vendor. */
  readonly type: string;
  readonly techInfo?: string;
  readonly atMs: number;
}

/**
 * A v1.0 record as it arrived, for the pages of the five records. Its effects are events of their own, which follow it: a status report, for example,
 * is a status of the pile, one of each gun and the samples of their charges.
 */
export interface RecordReport {
  readonly kind: 'recordReport';
  readonly record: V10Record;
  /** 0: the pile, or all its guns. */
  readonly gunNumber: number;
  readonly chargingOrderNo?: string;
  /** As the pile states it, even if its clock is wrong. */
  readonly atMs: number;
  /** The members of the body: codes as numbers, other values as texts in natural units. */
  readonly values: Readonly<Record<string, unknown>>;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
  readonly fromStore: boolean;
}

/** Any other message that must be answered but changes no state; it is stored in the communication log. */
export interface OtherReport {
  readonly kind: 'other';
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export type DeviceEvent =
  | PileStatus
  | GunStatus
  | AccountQuery
  | StartRequest
  | StartResult
  | TransactionStarted
  | ChargingSample
  | BmsReport
  | EndRecord
  | ParameterReport
  | CommandReply
  | VendorMessage
  | SecurityEvent
  | RecordReport
  | OtherReport;

/** The platform's answer to an event, sent after the effects are committed. */
export interface DeviceAnswers {
  readonly pileStatus: GenericAnswer;
  readonly gunStatus: GenericAnswer;
  readonly accountQuery: AccountAnswer;
  readonly startRequest: StartAnswer;
  readonly startResult: GenericAnswer;
  readonly transactionStarted: {
    readonly transactionId: number;
    readonly accepted: boolean;
    readonly reason: AccountResult;
    readonly tag?: TagFacts;
  };
  readonly chargingSample: GenericAnswer;
  readonly bmsReport: GenericAnswer;
  readonly endRecord: {
    readonly result: (typeof recordResult)[keyof typeof recordResult];
    /** The account that stopped the charge, where the record names one: whether it may stop charges of its starter. */
    readonly tag?: TagFacts & { readonly mayStop: boolean };
  };
  readonly parameterReport: GenericAnswer;
  readonly commandReply: GenericAnswer;
  /** Success: the platform knows the vendor. The message is stored either way. */
  readonly vendorMessage: GenericAnswer;
  readonly securityEvent: GenericAnswer;
  readonly recordReport: GenericAnswer;
  readonly other: GenericAnswer;
}
export type AnswerTo<E extends DeviceEvent> = DeviceAnswers[E['kind']];

/** One of `genericResult`; a start result is answered by one of `deviceAnswer`. */
export interface GenericAnswer {
  readonly result: number;
}
/** Result codes of an account query or a start request. */
export type AccountResult = (typeof startRequestResult)[keyof typeof startRequestResult];
export interface AccountAnswer {
  readonly result: AccountResult;
  readonly balanceCents: number;
  readonly currency: string;
  readonly displayName: string;
  readonly tag?: TagFacts;
}
/** What OCPP tells of an account besides the result. */
export interface TagFacts {
  /** Accounts with the same group may stop charges and use reservations of each other (parentIdTag). */
  readonly groupTag?: string;
  readonly expiresAtMs?: number;
  /** The reason of a refusal. */
  readonly isExpired?: boolean;
}
export interface StartAnswer {
  readonly result: AccountResult;
  readonly chargingOrderNo: string;
  readonly balanceCents: number;
  readonly rateRuleNo: string;
  /** The most this order may cost, 0 for no limit. */
  readonly maxAmountCents: number;
}
