/** The base of the public API for drivers; what is added to it stays compatible, and a break gets `v2` beside it. */
export const driverPath = '/open/driver/v1';

/** What all calls for drivers have in common: no session of the back office, and answers and problems as public APIs give them. */
export const driverCall = { allow: 'public', noTransaction: true, unlogged: true, publicStatus: 200 } as const;
/** A call in a visit, which a cookie or, in a mini-program, a key proves. */
export const visitCall = { ...driverCall, bearer: true } as const;

/** A problem (RFC 9457) as every refused call answers it, with `application/problem+json`. @public for the page of drivers */
export interface DriverProblem {
  readonly type: string;
  /** Stable, such as `driver.gunBusy`. */
  readonly code: string;
  /** For people, in the language of `Accept-Language`. */
  readonly title: string;
  readonly status: number;
  /** Identifies the failure in our log. */
  readonly reference: string;
  /** Seconds. */
  readonly retryAfter?: number;
  /** What the page shows next, such as the order that is open already. */
  readonly next?: { readonly orderNo?: string };
  /** What is wrong with each input. */
  readonly fields?: Readonly<Record<string, string>>;
}
