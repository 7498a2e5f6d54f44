import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { monitor } from '../monitoring/monitor.ts';

/**
 * What happened today and what is going on now at all stations in the viewer's scope. Energy is in 0.1 Wh, power in W, amounts are in minor units.
 */
export interface TodayTotals {
  readonly stations: number;
  readonly pileCount: number;
  readonly onlineCount: number;
  readonly powerW: number;
  /** By gun work state 0 to 9, and `OFFLINE`. */
  readonly gunsByState: Readonly<Record<string, number>>;
  /** When the day began, as an ISO instant; null where it began at several times, at stations with different clocks. */
  readonly dayBegan: string | null;
  /** Orders begun since midnight, with the energy and amount of those that have ended: one entry for each currency. */
  readonly sums: readonly { readonly currency: string; readonly orders: number; readonly energyDwh: number; readonly amountCents: number }[];
  /** States that need the attention of operators, on any day; each number is that of the rows in the list of the state. */
  readonly attention: {
    readonly abnormal: number;
    readonly toSettle: number;
    readonly offlinePiles: number;
    /** Faults that the last proofs of the books found; 0 for viewers who may not see them. */
    readonly booksBroken: number;
  };
}

export const todayApi = {
  today: endpoint({ method: 'GET', path: `${monitor.path}/today`, allow: 'monitor:list', input: {}, output: opaque<TodayTotals>() }),
};
