import type { PaymentDeps } from '#domains/charging/server.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import type { StreamBounds } from './stream-bounds.server.ts';
import type { CallLimits } from './call-limits.server.ts';

/** What the calls of drivers work with. */
export interface DriverDeps extends PaymentDeps {
  readonly secrets: Pick<Secrets, 'macs'>;
  readonly limits: CallLimits;
  readonly streams: StreamBounds;
}
