import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { DriverInvoiceMade } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import type { CallFailure } from '../calls.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';

interface InvoiceFormProps {
  readonly url: string;
  /** An enterprise must have a tax number here. */
  readonly needsTaxNo: boolean;
  readonly onAsked: () => void;
}

const REFUSALS: Readonly<Record<string, PageWord>> = {
  'invoice.taxCodeWrong': 'invoiceTaxWrong',
  'invoice.taxCodeNeeded': 'invoiceTaxNeeded',
  'driver.mailInvalid': 'invoiceMailWrong',
  'driver.tooMany': 'invoiceTooMany',
};

const wordOf = ({ httpStatus, code }: CallFailure): PageWord => (httpStatus === null ? 'noNetwork' : (REFUSALS[code] ?? 'invoiceRefused'));

/** To whom the invoice is made out, and where it goes. */
export const InvoiceForm = ({ url, needsTaxNo, onAsked }: InvoiceFormProps) => {
  const { say, language } = useSay();
  const [isCompany, setCompany] = useState(false);
  const [title, setTitle] = useState('');
  const [taxNo, setTaxNo] = useState('');
  const [mail, setMail] = useState('');
  const [problem, setProblem] = useState<PageWord>();
  const isSending = useRef(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending.current) return;
    if (title.trim() === '') return setProblem('invoiceTitleNeeded');
    if (isCompany && needsTaxNo && taxNo.trim() === '') return setProblem('invoiceTaxNeeded');
    if (!mail.includes('@')) return setProblem('invoiceMailWrong');
    isSending.current = true;
    const body = { title: title.trim(), mail: mail.trim(), ...(isCompany && { isCompany: '1', taxNo: taxNo.trim() }) };
    const result = await callDriver<DriverInvoiceMade>(url, { body, key: newKey(), language: languages[language] });
    isSending.current = false;
    if (result.ok) onAsked();
    else setProblem(wordOf(result));
    return undefined;
  };
  return (
    <form className="stack" onSubmit={(event) => void send(event)} noValidate>
      <fieldset>
        <legend>{say('invoiceFor')}</legend>
        <div className="choices wide">
          <label>
            <input type="radio" name="invoice-for" checked={!isCompany} onChange={() => setCompany(false)} />
            {say('invoicePersonal')}
          </label>
          <label>
            <input type="radio" name="invoice-for" checked={isCompany} onChange={() => setCompany(true)} />
            {say('invoiceCompany')}
          </label>
        </div>
      </fieldset>
      <label className="field">
        {say(isCompany ? 'invoiceCompanyName' : 'invoicePersonName')}
        <input
          name="invoice-title"
          autoComplete={isCompany ? 'organization' : 'name'}
          maxLength={100}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      {isCompany && (
        <label className="field">
          {say(needsTaxNo ? 'invoiceTaxNo' : 'invoiceVatNo')}
          <input name="invoice-tax" autoComplete="off" maxLength={30} value={taxNo} onChange={(event) => setTaxNo(event.target.value)} />
        </label>
      )}
      <label className="field">
        {say('invoiceMail')}
        <input type="email" name="invoice-mail" autoComplete="email" maxLength={100} value={mail} onChange={(event) => setMail(event.target.value)} />
      </label>
      {problem !== undefined && (
        <p className="notice bad" role="alert">
          {say(problem)}
        </p>
      )}
      <button type="submit" className="button main">
        {say('invoiceAsk')}
      </button>
    </form>
  );
};
