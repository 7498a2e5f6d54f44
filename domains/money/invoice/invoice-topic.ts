/** Wakes the worker that issues invoices. */
export const invoiceTopic = 'money.invoice';
