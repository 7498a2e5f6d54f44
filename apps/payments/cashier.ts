import { yuanText } from '#engines/payment/yuan.ts';
import type { StandIn, WireAnswer, WireRequest } from './stand-in.ts';

/** The page on which the payer of the stand-in pays. It says plainly that no money moves. */

const PATH = /^\/cashier\/(wechat|alipay|stripe)\/([\w-]{6,64})$/;

/** Undefined for a request that is not for the cashier. */
export const cashierAnswer = (standIn: StandIn, { method, url }: WireRequest): WireAnswer | undefined => {
  const { pathname, searchParams } = new URL(url, standIn.origin);
  const [, provider, payNo = ''] = PATH.exec(pathname) ?? [];
  if (provider !== 'wechat' && provider !== 'alipay' && provider !== 'stripe') return undefined;
  const payment = standIn.books.find(provider, payNo);
  if (!payment) return page(404, '<p>There is no such payment.</p>');
  const back = searchParams.get('return') ?? searchParams.get('redirect_url');
  if (method === 'POST') {
    if (!standIn.pay(payment, { isLate: searchParams.has('late') })) return page(409, `<p>The payment is ${payment.state}.</p>`);
    return back && URL.canParse(back) ? { status: 303, headers: { location: back }, body: '' } : page(200, '<p>Paid. You may close this page.</p>');
  }
  const amount = `${payment.currency} ${yuanText(BigInt(payment.amountCents))}`;
  const form = `<form method="post"><button type="submit">Pay ${amount}</button></form>`;
  return page(200, `<p>${escaped(payment.subject)}</p>${payment.state === 'open' ? form : `<p>The payment is ${payment.state}.</p>`}`);
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const page = (status: number, content: string): WireAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  },
  body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Stand-in cashier</title>
<style>body{font:16px system-ui;max-width:26rem;margin:10vh auto;padding:0 1rem;color:#1b2733}button{font:inherit;font-weight:600;width:100%;padding:.9rem;border:0;border-radius:.6rem;background:#0b66d8;color:#fff}small{color:#5b6b7b}</style>
<h1>Stand-in cashier</h1>${content}<p><small>This is not a payment provider. No money moves.</small></p></html>`,
});
