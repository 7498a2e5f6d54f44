/** The first and the last day of some periods, as `2026-03-09`. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** Sums in one currency, as on the wire: energy in kWh and amounts as decimal texts. */
export interface WireFigures {
  readonly currency: string;
  readonly charges: number;
  readonly energy: string;
  readonly billed: string;
  readonly ordered: string;
  /** The electricity fee and the service fee, which are parts of `billed`. */
  readonly elec: string;
  readonly srv: string;
}
