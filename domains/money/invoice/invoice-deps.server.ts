import type { FilePlaces, Messenger } from '#domains/system/server.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import type { InvoiceService } from '../invoice-service/invoice-service.server.ts';

/** What the worker of invoices works with. */
export interface InvoiceDeps extends Pick<Deps, 'database' | 'bus' | 'log' | 'clock'>, FilePlaces {
  readonly secrets: Pick<Secrets, 'open'>;
  readonly invoices: InvoiceService;
  readonly messenger: Messenger;
  /** The address by which the service reaches this server, without a slash at its end. */
  readonly publicUrl: () => string;
}
