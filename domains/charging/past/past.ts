import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { monitor } from '../monitoring/monitor.ts';

/** How far the past of a demo has been entered. */
export interface PastShare {
  /** From 0 to 1, of its charges; null where nothing is still to come. */
  readonly share: number | null;
}

export const pastApi = {
  past: endpoint({ method: 'GET', path: `${monitor.path}/past`, allow: 'monitor:list', noTransaction: true, input: {}, output: opaque<PastShare>() }),
};
