import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'invoiceNotify',
  isPublic: { notify: 'The service has no session; the signature of its message is its proof' },
  samples: { notify: async () => [{ companyInvoiceInfoId: '999999' }] },
  neverSucceeds: { notify: 'Only the service can sign a notification' },
  namesNoRow: ['notify companyInvoiceInfoId'],
});
