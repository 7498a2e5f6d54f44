import { count } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { driverPath, visitCall } from '../driver-path.ts';

/** A change of points. Instants ISO 8601. */
export interface DriverPointEntry {
  readonly kind: 'earned' | 'spent' | 'expired' | 'given' | 'taken' | 'givenBack' | 'clawedBack';
  /** Above zero they came in. */
  readonly points: number;
  readonly at: string;
}

/** The points of a driver in one programme. */
export interface DriverPoints {
  readonly programName: string;
  /** Null: of the operator of all stations. */
  readonly agentName: string | null;
  readonly currency: string;
  readonly digits: number;
  readonly balance: number;
  /** Set aside for a charge. */
  readonly locked: number;
  /** Earned lately: they can be spent from `activeAt` on, the first of them. */
  readonly waitingPoints: number;
  readonly activeAt: string | null;
  /** Points that the next ones have to make up for. */
  readonly debt: number;
  /** What the points are worth that can be spent, in minor units. */
  readonly worthCents: number;
  /** Within 30 days. */
  readonly expiringPoints: number;
  /** When the first ones expire. */
  readonly expiringAt: string | null;
  /** The newest first. */
  readonly entries: readonly DriverPointEntry[];
}

/** What points would pay of a charge of this amount at the gun of the visit; null where they pay nothing. Money in minor units. */
export interface DriverPointOffer {
  readonly points: number;
  readonly creditCents: number;
  /** What need not lie in the wallet. */
  readonly sureCents: number;
  readonly balance: number;
}

const me = `${driverPath}/me/points`;

export const driverPointsApi = {
  /** The points of the account, with their ledger. */
  own: endpoint({ ...visitCall, method: 'GET', path: me, input: {}, output: opaque<{ readonly accounts: readonly DriverPoints[] }>() }),
  offer: endpoint({
    ...visitCall,
    method: 'GET',
    path: `${me}/offer`,
    input: { amountCents: count({ min: 1, max: 200_000 }) },
    output: opaque<{ readonly offer: DriverPointOffer | null }>(),
  }),
};
