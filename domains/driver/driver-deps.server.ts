import type { PaymentDeps } from '#domains/charging/server.ts';
import type { FilePlaces, Messenger } from '#domains/system/server.ts';
import type { StreamBounds } from '#kit/server/connections/stream-bounds.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import type { CallLimits } from './call-limits.server.ts';

/** What the calls of drivers work with. */
export interface DriverDeps extends PaymentDeps, FilePlaces {
  readonly secrets: Pick<Secrets, 'macs' | 'open'>;
  /** Sends the codes with which drivers sign in. */
  readonly messenger: Messenger;
  readonly limits: CallLimits;
  readonly streams: StreamBounds;
}
