import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { callDriver, newKey } from './calls.ts';
import { languages } from './language.ts';
import { useSay } from './say.tsx';

/** The kinds of a fault, with their texts. */
const KINDS = {
  plug: 'plug',
  screen: 'screen',
  cable: 'cable',
  price: 'wrongPrice',
  blocked: 'blocked',
  fakeCode: 'fakeCode',
  other: 'other',
} as const;
const TEXT_MAX = 500;

/** What a report is about. */
export interface ReportedGun {
  readonly label: string;
  readonly gunNo: number;
  readonly orderNo?: string;
}

interface ReportProps {
  readonly api: string;
  readonly gun: ReportedGun;
  readonly onClose: () => void;
}

/** Reports what is wrong at a gun. */
export const ReportDialog = ({ api, gun, onClose }: ReportProps) => {
  const { say } = useSay();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => box.current?.showModal(), []);
  return (
    <dialog ref={box} onClose={onClose} aria-labelledby="report-title">
      <div className="stack">
        <h2 id="report-title">{say('reportTitle')}</h2>
        <p className="soft">{say('danger')}</p>
        <ReportForm api={api} gun={gun} />
        <button type="button" onClick={() => box.current?.close()}>
          {say('close')}
        </button>
      </div>
    </dialog>
  );
};

const ReportForm = ({ api, gun }: Omit<ReportProps, 'onClose'>) => {
  const { say, language } = useSay();
  const [kind, setKind] = useState<string>();
  const [text, setText] = useState('');
  const [key] = useState(newKey);
  const [state, setState] = useState<'open' | 'sending' | 'failed' | { readonly no: string }>('open');
  if (typeof state === 'object') return <output className="notice good">{say('reported', { no: state.no })}</output>;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (kind === undefined || state === 'sending') return;
    setState('sending');
    const body = {
      label: gun.label,
      gun: gun.gunNo,
      kind,
      ...(gun.orderNo !== undefined && { orderNo: gun.orderNo }),
      ...(text.trim() !== '' && { text: text.trim() }),
    };
    const result = await callDriver<{ readonly no: string }>(`${api}/faults`, { body, key, language: languages[language] });
    setState(result.ok ? result.value : 'failed');
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <div className="choices wide" role="radiogroup" aria-labelledby="report-title">
        {Object.entries(KINDS).map(([value, word]) => (
          <label key={value}>
            <input type="radio" name="kind" value={value} required checked={kind === value} onChange={() => setKind(value)} />
            {say(word)}
          </label>
        ))}
      </div>
      <label>
        {say('describe')}
        <textarea maxLength={TEXT_MAX} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </label>
      {state === 'failed' && (
        <p className="notice bad" role="alert">
          {say('failed')}
        </p>
      )}
      <button type="submit" className="main" aria-disabled={kind === undefined || state === 'sending'}>
        {say('send')}
      </button>
    </form>
  );
};
