import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { monitor } from '../monitoring/monitor.ts';

/** What today has brought and what goes on now, at every station in the viewer's scope. Energy in 0.1 Wh, power in W, amounts in minor units. */
export interface TodayTotals {
  readonly stations: number;
  readonly pileCount: number;
  readonly onlineCount: number;
  readonly powerW: number;
  /** By gun work state 0 to 9, and `OFFLINE`. */
  readonly gunsByState: Readonly<Record<string, number>>;
  /** Orders begun since midnight, and what those that have ended took and cost: one entry a currency. */
  readonly sums: readonly { readonly currency: string; readonly orders: number; readonly energyDwh: number; readonly amountCents: number }[];
  /** What somebody has to look at, of whatever day: each as many rows as the list of that state shows. */
  readonly attention: {
    readonly abnormal: number;
    readonly toSettle: number;
    readonly offlinePiles: number;
    /** Faults that the proofs of the books found the last time, for who may see them. */
    readonly booksBroken: number;
  };
}

export const todayApi = {
  today: endpoint({ method: 'GET', path: `${monitor.path}/today`, allow: 'monitor:list', input: {}, output: opaque<TodayTotals>() }),
};
