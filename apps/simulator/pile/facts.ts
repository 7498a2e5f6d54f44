import { startRequestResult, type EncryptionMode } from '#engines/protocol/codes.ts';
import type { Car } from '../model/car.ts';
import type { Charge, Outlet } from '../model/charge.ts';
import type { ChargeStrategy } from '../model/goal.ts';
import type { PriceRule } from '../model/price.ts';

/** What a pile is. */
export interface PileFacts {
  readonly cpCode: string;
  readonly protocol: 'native' | 'ocpp16';
  readonly kind: Outlet['kind'];
  readonly gunCount: number;
  readonly ratedW: number;
  /** Native: 16 characters or 32 hex digits. OCPP: the basic-auth password. */
  readonly secret: string | null;
  readonly encryptionMode: EncryptionMode;
  readonly mainHw: string;
  readonly mainSw: string;
}

/** Pile types of the specification's section 9. */
export const cpTypeOf = { dc: 1, ac1: 2, ac3: 3 } as const;

export const accountType = { none: 0, card: 1, vin: 2, password: 3, phone: 4 } as const;
export type AccountType = (typeof accountType)[keyof typeof accountType];

/** Start sources of section 9 that a pile itself can name. */
export const startSource = { platform: 4, card: 16, account: 17, vin: 18, offlineCard: 19, offlineVin: 20, password: 23 } as const;

/** Who wants to charge, as somebody shows or types it at the pile. */
export interface Claim {
  readonly accountType: AccountType;
  readonly account: string;
  /** The digits somebody typed. */
  readonly password?: string;
}

/** What the platform answered to somebody who wants to charge. */
export interface Permission {
  /** Request-start results of section 8; 0 is yes. `NO_ANSWER` when there was none. */
  readonly result: number;
  readonly orderNo: string;
  readonly balanceCents: number;
  readonly maxAmountCents: number;
  readonly rateRuleNo: string;
}
export const NO_ANSWER = -1;
/** A yes that says nothing more. */
export const GRANTED: Permission = { result: startRequestResult.success, orderNo: '', balanceCents: 0, maxAmountCents: 0, rateRuleNo: '' };
export const refused = (result: number): Permission => ({ ...GRANTED, result });

/** Request-start results a pile gives without asking. */
export const localResult = {
  charging: startRequestResult.charging,
  fault: startRequestResult.fault,
  notPlugged: startRequestResult.notPlugged,
} as const;
/** Start results of section 8. */
export const startOutcome = { success: 0, unknown: 1, cancelled: 2, emergencyStop: 3 } as const;

/** A charge as the pile's memory keeps it. Its instants are true; what is said of them is the pile's own clock. */
export interface Session {
  /** The pile's own name for it. */
  readonly key: string;
  readonly gunNumber: number;
  /** The platform's number; empty in OCPP, where a transaction number takes its place. */
  readonly orderNo: string;
  readonly claim: Claim;
  readonly vin: string;
  readonly startSource: number;
  readonly wish: ChargeStrategy;
  readonly rateRuleNo: string;
  /** What it costs here; other prices that come meanwhile are for the next. */
  readonly rule: PriceRule | null;
  /** Null until current flows. */
  readonly charge: Charge | null;
  /** Meter readings on the borders of the clock, oldest first. */
  readonly aligned: readonly { readonly atMs: number; readonly meterDwh: number }[];
}

/** What the platform has to be told in any case, now or after a power cut. */
export interface PileRecord {
  readonly kind: 'start' | 'end';
  readonly session: Session;
  /** Start: the result. End: the stop reason. */
  readonly code: number;
  readonly atMs: number;
  /** What the pile's clock was ahead of the truth. */
  readonly clockOffMs: number;
  readonly meterDwh: number;
  /** 1 online, 2 offline, 3 recalled. */
  readonly orderType: 1 | 2 | 3;
  /** The connection it was made in; sent in a later one it counts as stored. */
  readonly connection: number;
  /** A lie to tell instead of the truth. */
  readonly lie?: FalseReport;
}

/** False data a pile can be made to report at the end of a charge. */
export const lies = ['energyTooLarge', 'slotsWrong', 'checkCodeWrong', 'stopBeforeStart', 'meterBackwards', 'amountWrong', 'otherOrder'] as const;
export type FalseReport = (typeof lies)[number];

export type GunPhase = 'idle' | 'plugged' | 'reserved' | 'starting' | 'charging' | 'ended' | 'failed' | 'fault' | 'disabled';
export type { Car };
