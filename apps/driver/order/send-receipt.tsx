import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { DriverBill } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';

interface SendReceiptProps {
  readonly api: string;
  readonly orderNo: string;
  readonly ways: DriverBill['receiptBy'];
}

const REFUSALS: Readonly<Record<string, PageWord>> = { 'driver.tooMany': 'receiptTooMany', 'driver.noSender': 'receiptNoSender' };

/** Sends the receipt to a mail address, or a link to a number. */
export const SendReceipt = ({ api, orderNo, ways }: SendReceiptProps) => {
  const { say, language } = useSay();
  const [to, setTo] = useState('');
  const [told, setTold] = useState<{ readonly word: PageWord; readonly isGood: boolean }>();
  const isSending = useRef(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending.current || to.trim() === '') return;
    isSending.current = true;
    const by = ways.includes('mail') && (to.includes('@') || !ways.includes('sms')) ? 'mail' : 'sms';
    const url = `${api}/orders/${encodeURIComponent(orderNo)}/receipt`;
    const result = await callDriver(url, { body: { by, to: to.trim() }, key: newKey(), language: languages[language] });
    isSending.current = false;
    if (result.ok) setTold({ word: 'receiptSent', isGood: true });
    else setTold({ word: result.httpStatus === null ? 'noNetwork' : (REFUSALS[result.code] ?? 'receiptWrong'), isGood: false });
  };
  const label = ways.length > 1 ? 'receiptToBoth' : ways[0] === 'mail' ? 'receiptToMail' : 'receiptToPhone';
  return (
    <form className="card stack" onSubmit={(event) => void send(event)} noValidate>
      <label className="field">
        {say(label)}
        <input
          type={ways.length > 1 ? 'text' : ways[0] === 'mail' ? 'email' : 'tel'}
          name="receipt"
          autoComplete={ways[0] === 'mail' ? 'email' : 'tel'}
          maxLength={100}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </label>
      <button type="submit">{say('receiptSend')}</button>
      {told && (
        <p className={`notice ${told.isGood ? 'good' : 'bad'}`} role={told.isGood ? 'status' : 'alert'}>
          {say(told.word)}
        </p>
      )}
    </form>
  );
};
