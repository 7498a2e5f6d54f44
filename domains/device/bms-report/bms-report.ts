/** The stages in which a vehicle's battery management system (BMS) reports, in the order of a charge. */
export const bmsStages = ['handshake', 'parameter', 'charging', 'end'] as const;
export type BmsStage = (typeof bmsStages)[number];

/** The values of a report under the names of its message: codes and counts as numbers, scaled values as decimal texts. */
export type BmsValues = Readonly<Record<string, string | number>>;

export interface BmsStageReport {
  /** ISO 8601. */
  readonly at: string;
  readonly values: BmsValues;
}

/** The report of a stage as it is pushed to the pages of its gun. */
export interface BmsPush {
  readonly bmsStage: BmsStage;
  /** As the pile names it; empty before there is an order. */
  readonly chargingOrderNo: string;
  readonly atMs: number;
  readonly values: BmsValues;
}

/** What is measured in the reports of a charging battery. Epoch ms; V, A and °C. */
export interface BmsCurve {
  readonly at: readonly number[];
  readonly demandVoltage: readonly (number | null)[];
  readonly demandCurrent: readonly (number | null)[];
  readonly measuredVoltage: readonly (number | null)[];
  readonly measuredCurrent: readonly (number | null)[];
  readonly cellMaxVoltage: readonly (number | null)[];
  readonly maxTemp: readonly (number | null)[];
  readonly minTemp: readonly (number | null)[];
}
export const bmsLines = ['demandVoltage', 'demandCurrent', 'measuredVoltage', 'measuredCurrent', 'cellMaxVoltage', 'maxTemp', 'minTemp'] as const;

/** What a pile can tell of a battery: all four reports, the values of a v1.0 status report, or nothing. */
export type BmsSource = 'reports' | 'status' | 'ocpp' | 'ac';

/** The reports of one charge: the last one of each stage, and the course of the charging reports. */
export interface BmsCourse {
  readonly source: BmsSource;
  readonly stages: Readonly<Record<BmsStage, BmsStageReport | null>>;
  readonly curve: BmsCurve;
}

/** The most points of a curve. */
export const BMS_CURVE_POINTS = 600;
