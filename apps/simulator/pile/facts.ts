import { startRequestResult, type EncryptionMode } from '#engines/protocol/codes.ts';
import type { Car } from '../model/car.ts';
import type { Charge, Outlet } from '../model/charge.ts';
import type { ChargeStrategy } from '../model/goal.ts';
import type { PriceRule } from '../model/price.ts';

/** The fixed properties of a pile. */
export interface PileFacts {
  readonly cpCode: string;
  /** `v1.0`: the native protocol's variant with JSON records. */
  readonly protocol: 'native' | 'v1.0' | 'ocpp16';
  readonly kind: Outlet['kind'];
  readonly gunCount: number;
  readonly ratedW: number;
  /** Native: 16 characters or 32 hex digits. OCPP: the basic-auth password. */
  readonly secret: string | null;
  readonly encryptionMode: EncryptionMode;
  /** It draws by its offline limit (parameter 12) when it has heard nothing for this long. */
  readonly offlineAfterMs: number;
  readonly mainHw: string;
  readonly mainSw: string;
}

/** Pile types of the native protocol. */
export const cpTypeOf = { dc: 1, ac1: 2, ac3: 3 } as const;

export const accountType = { none: 0, card: 1, vin: 2, password: 3, phone: 4 } as const;
export type AccountType = (typeof accountType)[keyof typeof accountType];

/** Start sources that a pile itself can report. */
export const startSource = { platform: 4, card: 16, account: 17, vin: 18, offlineCard: 19, offlineVin: 20, password: 23 } as const;

/** Who wants to charge, as presented or typed at the pile. */
export interface Claim {
  readonly accountType: AccountType;
  readonly account: string;
  /** The digits typed at the pile. */
  readonly password?: string;
}

/** The platform's answer to a request to charge. */
export interface Permission {
  /** The result of a start request; 0 permits it. `NO_ANSWER` if there was no answer. */
  readonly result: number;
  readonly orderNo: string;
  readonly balanceCents: number;
  readonly maxAmountCents: number;
  readonly rateRuleNo: string;
}
export const NO_ANSWER = -1;
/** A permission without further data. */
export const GRANTED: Permission = { result: startRequestResult.success, orderNo: '', balanceCents: 0, maxAmountCents: 0, rateRuleNo: '' };
export const refused = (result: number): Permission => ({ ...GRANTED, result });

/** Results of start requests that a pile gives without asking the platform. */
export const localResult = {
  charging: startRequestResult.charging,
  fault: startRequestResult.fault,
  notPlugged: startRequestResult.notPlugged,
  reserved: startRequestResult.reserved,
} as const;
/** Results of a start. */
export const startOutcome = { success: 0, unknown: 1, cancelled: 2, emergencyStop: 3 } as const;

/** Whom a gun is kept for, as the platform has told. A power cut forgets it. */
export interface GunReservation {
  readonly id: number;
  readonly account: string;
  /** OCPP: accounts of this group may use it as well. */
  readonly parentAccount?: string;
  readonly untilMs: number;
}

/** A charge as the pile's memory stores it. Its instants are true time; messages state them by the pile's own clock. */
export interface Session {
  /** The pile's own key of the charge. */
  readonly key: string;
  readonly gunNumber: number;
  /** The platform's order number; empty in OCPP, where a transaction number takes its place. */
  readonly orderNo: string;
  readonly claim: Claim;
  readonly vin: string;
  readonly startSource: number;
  readonly wish: ChargeStrategy;
  readonly rateRuleNo: string;
  /** The reservation that the start used. */
  readonly reservationId?: number;
  /** The prices of this charge; prices that arrive meanwhile apply to the next one. */
  readonly rule: PriceRule | null;
  /** Null until current flows. */
  readonly charge: Charge | null;
  /** Meter readings at clock-aligned times, oldest first. */
  readonly aligned: readonly { readonly atMs: number; readonly meterDwh: number }[];
}

/** What the platform has to receive in any case, now or after a power cut. */
export interface PileRecord {
  readonly kind: 'start' | 'end';
  readonly session: Session;
  /** Start: the result. End: the stop reason. */
  readonly code: number;
  readonly atMs: number;
  /** How far the pile's clock was ahead of the true time. */
  readonly clockOffMs: number;
  readonly meterDwh: number;
  /** 1 online, 2 offline, 3 recalled. */
  readonly orderType: 1 | 2 | 3;
  /** The connection in which it was made; sent in a later one it counts as stored. */
  readonly connection: number;
  /** False data that is reported instead of the truth. */
  readonly lie?: FalseReport;
}

/** False data a pile can be made to report at the end of a charge. */
export const falseReports = [
  'energyTooLarge',
  'slotsWrong',
  'checkCodeWrong',
  'stopBeforeStart',
  'meterBackwards',
  'amountWrong',
  'otherOrder',
] as const;
export type FalseReport = (typeof falseReports)[number];

export type GunPhase = 'idle' | 'plugged' | 'reserved' | 'starting' | 'charging' | 'ended' | 'failed' | 'fault' | 'disabled';
export type { Car };
