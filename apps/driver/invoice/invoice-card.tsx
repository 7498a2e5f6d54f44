import { useEffect, useState } from 'react';
import type { DriverInvoice, DriverInvoiceState } from '#domains/driver/resources.ts';
import { callDriver } from '../calls.ts';
import { moneyText } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';
import { InvoiceForm } from './invoice-form.tsx';

interface InvoiceCardProps {
  readonly api: string;
  readonly orderNo: string;
  /** Another version of the order may have another invoice. */
  readonly version: string;
}

/** While an invoice is under way, it is looked at so often, so many times. */
const LOOK_MS = 3_000;
const LOOKS_MAX = 40;

/** The invoice of an order: the form that asks for one, or how far it has come. */
export const InvoiceCard = ({ api, orderNo, version }: InvoiceCardProps) => {
  const { say } = useSay();
  const url = `${api}/orders/${encodeURIComponent(orderNo)}/invoice`;
  const { state, reload } = useInvoice(url, version);
  const [isOpen, setOpen] = useState(false);
  if (!state || (!state.canAsk && !state.invoice)) return null;
  return (
    <section className="card stack" aria-labelledby="invoice-title">
      <h2 id="invoice-title">{say('invoice')}</h2>
      {state.invoice && <InvoiceFacts invoice={state.invoice} url={url} />}
      {state.canAsk && !isOpen && (
        <button type="button" onClick={() => setOpen(true)}>
          {say('invoiceAsk')}
        </button>
      )}
      {state.canAsk && isOpen && (
        <InvoiceForm
          url={url}
          needsTaxNo={state.needsTaxNo}
          onAsked={() => {
            setOpen(false);
            reload();
          }}
        />
      )}
    </section>
  );
};

const useInvoice = (url: string, version: string): { readonly state: DriverInvoiceState | undefined; readonly reload: () => void } => {
  const { language } = useSay();
  const [state, setState] = useState<DriverInvoiceState>();
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    let isGone = false;
    void callDriver<DriverInvoiceState>(url, { language: languages[language] }).then((result) => {
      if (!isGone && result.ok) setState(result.value);
    });
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another version of the order, or another look, may find another invoice
  }, [url, language, version, looks]);
  const isMoving = state?.invoice?.state === 'underway' || (state?.invoice?.state === 'issued' && !state.invoice.hasFile);
  useEffect(() => {
    if (!isMoving || looks >= LOOKS_MAX) return undefined;
    const timer = setTimeout(() => setLooks((count) => count + 1), LOOK_MS);
    return () => clearTimeout(timer);
  }, [isMoving, looks]);
  return { state, reload: () => setLooks((count) => count + 1) };
};

const STATE_WORDS = {
  underway: 'invoiceUnderway',
  issued: 'invoiceIssued',
  failed: 'invoiceFailed',
  reversed: 'invoiceReversed',
} as const satisfies Readonly<Record<DriverInvoice['state'], PageWord>>;

const InvoiceFacts = ({ invoice, url }: { readonly invoice: DriverInvoice; readonly url: string }) => {
  const { say, language } = useSay();
  const { state, title, invoiceNo, totalCents, currency, digits, mail, hasFile } = invoice;
  return (
    <>
      <output>{say(STATE_WORDS[state])}</output>
      <p className="soft">
        {title} · {moneyText(totalCents, { language, currency, digits })}
        {invoiceNo !== null && (
          <>
            <br />
            {say('invoiceNo', { no: invoiceNo })}
          </>
        )}
        {mail !== null && state === 'issued' && (
          <>
            <br />
            {say('invoiceMailed', { mail })}
          </>
        )}
      </p>
      {hasFile && (
        <a className="button" href={`${url}/file`} download>
          {say('invoiceFile')}
        </a>
      )}
    </>
  );
};
