import type { Strategy } from '#engines/order/rules/strategy.ts';
import type { Party } from '#domains/customer/resources.ts';

/** A gun, with what its orders store from it. */
export interface PastSite {
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
  readonly cpCode: string;
  readonly cpType: number;
  readonly gunNumber: number;
  readonly rateRuleId: string | null;
  readonly currency: string;
  readonly zone: string;
  readonly ratedPowerW: number;
  readonly accountMinAmountCents: bigint;
}

/** What a pile reported of a charge that ran. Energy and meters in 0.1 Wh. */
export interface ChargeReport {
  readonly kind: 'charged';
  readonly startAtMs: number;
  readonly stopAtMs: number;
  /** When the gun was free again. */
  readonly unpluggedAtMs: number;
  readonly startMeterDwh: number;
  readonly energyDwh: number;
  readonly startSoc: number | null;
  readonly stopSoc: number | null;
  /** By half hour of the station's day; null where the protocol does not carry it. */
  readonly slotEnergyDwh: readonly number[] | null;
  readonly stopReason: number;
  readonly vin: string | null;
}

/** A start that failed at the pile. */
export interface FailureReport {
  readonly kind: 'failed';
  /** The start result, 1 and above. */
  readonly result: number;
  readonly atMs: number;
  readonly meterDwh: number;
}

/** A charge that is over and of which the platform has no order yet. */
export interface FinishedCharge {
  readonly site: PastSite;
  readonly party: Party;
  /** When somebody asked for it. */
  readonly requestedAtMs: number;
  /** `answer`: at the pile. `command`: from afar. */
  readonly by: 'answer' | 'command';
  readonly startSource: number;
  readonly strategy: Strategy;
  readonly report: ChargeReport | FailureReport;
}
