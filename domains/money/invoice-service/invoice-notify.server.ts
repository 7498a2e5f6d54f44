import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { bodyText } from '#kit/server/http/body-text.ts';
import { createCallLimit } from '#kit/server/connections/call-limit.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { sellerById } from '../company-invoice-info/seller.server.ts';
import type { InvoiceService } from './invoice-service.server.ts';
import { serviceSellerOf } from './service-seller.server.ts';
import { invoiceRefusals } from '../invoice/invoice.labels.ts';
import { invoiceNotifyApi } from './invoice-notify.ts';
import { invoiceTopic } from '../invoice/invoice-topic.ts';

export interface InvoiceNotifyParts {
  readonly database: Database;
  readonly clock: () => Date;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly invoices: InvoiceService;
}

const BODY_MAX_BYTES = 64 * 1024;
/** Messages from one client that are not believed; its next ones are refused unread. */
const DISBELIEVED = { max: 60, windowMs: 60_000 } as const;

/** The door of the invoice service. A message that cannot be verified changes nothing; a verified one makes the question due. */
export const invoiceNotifyRoutes = ({ database, clock, secrets, invoices }: InvoiceNotifyParts): readonly Route[] => {
  const disbelieved = createCallLimit({ ...DISBELIEVED, clock });
  return implement(invoiceNotifyApi, {
    notify: async (_ctx, { companyInvoiceInfoId }, { body, client, headerOf }) => {
      const network = clientNetwork(client.ip);
      // Before a key is opened for it.
      const waitS = disbelieved.waitS(network);
      if (waitS !== undefined) throwRefusal(kitRefusals, 'tooManyCalls', {}, { status: 429, detail: { retryAfter: waitS } });
      const seller = await inSystem(database, (tx) => sellerById(tx, secrets, companyInvoiceInfoId));
      const message = { headerOf, body: await readText(await body()) };
      const read = seller?.appSecret ? invoices.verifyCallback(serviceSellerOf(seller), message) : undefined;
      // A seller that does not exist is answered like a signature that is wrong.
      if (!read?.ok) {
        disbelieved.count(network);
        return throwRefusal(invoiceRefusals, 'invoice.notBelieved', {}, { status: 403 });
      }
      // Answered after the commit: a service that gets no answer sends it again. An invoice at which nothing is due stays out of the queue.
      await inSystem(
        database,
        async (tx) => {
          await sql`update invoice set next_step_at = ${clock()}, woken_at = ${clock()}
            where serial_no = ${read.serialNo} and company_invoice_info_id = ${companyInvoiceInfoId} and next_step_at is not null`.execute(tx);
          tx.wake(invoiceTopic);
        },
        { idempotent: true },
      );
      return { code: 200 as const };
    },
  });
};

/** The text of a notification; 413 for one that is too long. */
const readText = async (body: Readable): Promise<string> =>
  (await bodyText(body, BODY_MAX_BYTES)) ?? throwRefusal(invoiceRefusals, 'invoice.notBelieved', {}, { status: 413 });
