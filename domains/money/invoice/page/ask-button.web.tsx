import { useState } from 'react';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useSay } from '#kit/web/language.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { invoiceWords } from '../invoice.labels.ts';
import { invoiceApi } from '../invoice.ts';

const AskInvoice = lazyComponent(() => import('./ask-dialog.web.tsx').then((dialog) => dialog.AskInvoice));

interface AskInvoiceButtonProps {
  readonly orderIds: readonly string[];
  /** Nouns whose rows change with an invoice besides it. */
  readonly changes: readonly { readonly path: string }[];
  readonly onDone: () => void;
}

/** Opens the dialog that asks for one invoice over orders. */
export const AskInvoiceButton = ({ orderIds, changes, onDone }: AskInvoiceButtonProps) => {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const close = (isDone: boolean): void => {
    setOpen(false);
    if (isDone) onDone();
  };
  return (
    <>
      <ActButton allow={invoiceApi.apply.allow} onClick={() => setOpen(true)}>
        {say(invoiceWords.ask)}
      </ActButton>
      {isOpen && <AskInvoice orderIds={orderIds} changes={changes} onClose={close} />}
    </>
  );
};
