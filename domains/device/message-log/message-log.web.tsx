import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { MessageLogView } from './message-log-view.web.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { onlyInForce } from '#kit/web/advanced/in-force.ts';
import { useSay } from '#kit/web/language.ts';
import { directionOf, logWords, messageDirection } from './message-log.ts';
import type { LogAsk } from './message-log-view.web.tsx';
import '../device.css';

/** Every frame between a pile and the platform on one day. What is looked at is part of the address. */
export const MessageLog = () => {
  const say = useSay();
  const [ask, setAsk] = useAsk();
  const [picked, setPicked] = useState<string>();
  return (
    <section className="co-card dv-log">
      <MessageLogView
        ask={ask}
        onAsk={setAsk}
        pile={
          <div className="dv-filter dv-filter-wide">
            <label htmlFor="log-pile">{say(logWords.pile)}</label>
            <RefSelect
              id="log-pile"
              to="pile"
              value={ask.cpCode || null}
              text={picked}
              allowClear={false}
              onChange={(cpCode, row) => {
                setPicked(row?.text);
                setAsk({ cpCode: cpCode ?? '', day: '', msgType: '', pageNo: 1 });
              }}
            />
          </div>
        }
      />
    </section>
  );
};

const useAsk = (): readonly [LogAsk, (patch: Partial<LogAsk>) => void] => {
  const [params, setParams] = useSearchParams();
  const direction = Number(params.get('direction') ?? messageDirection.items.up.value);
  const ask: LogAsk = {
    cpCode: params.get('cpCode') ?? '',
    day: params.get('day') ?? '',
    msgType: params.get('msgType') ?? '',
    direction: directionOf(direction),
    pageNo: Number(params.get('pageNo') ?? 1) || 1,
    pageSize: Number(params.get('pageSize') ?? 20) || 20,
    filters: onlyInForce(Object.fromEntries(params)),
  };
  const set = (patch: Partial<LogAsk>) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      const { filters, ...plain } = patch;
      if (filters) {
        for (const name of Object.keys(onlyInForce(Object.fromEntries(before)))) next.delete(name);
        for (const [name, value] of Object.entries(filters)) next.set(name, value);
      }
      for (const [name, value] of Object.entries(plain)) {
        if (value === '' || usual[name] === value) next.delete(name);
        else next.set(name, String(value));
      }
      return next;
    });
  return [ask, set];
};
/** What an address leaves out. */
const usual: Readonly<Record<string, number>> = { direction: 1, pageNo: 1, pageSize: 20 };
