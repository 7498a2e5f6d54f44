import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { MessageLogView } from './message-log-view.web.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { activeAdvanced } from '#kit/web/advanced/active-query.ts';
import { useSay } from '#kit/web/language.ts';
import { directionOf, logWords, messageDirection } from './message-log.ts';
import type { MessageLogQuery } from './message-log-view.web.tsx';
import '../device.css';

/** Every frame between a pile and the platform on one day. The query is part of the page's address. */
export const MessageLog = () => {
  const say = useSay();
  const [query, setQuery] = useQueryInAddress();
  const [pileText, setPileText] = useState<string>();
  return (
    <section className="co-card dv-log">
      <MessageLogView
        query={query}
        onQuery={setQuery}
        pile={
          <div className="dv-filter dv-filter-wide">
            <label htmlFor="log-pile">{say(logWords.pile)}</label>
            <RefSelect
              id="log-pile"
              to="pile"
              value={query.cpCode || null}
              text={pileText}
              allowClear={false}
              onChange={(cpCode, row) => {
                setPileText(row?.text);
                setQuery({ cpCode: cpCode ?? '', day: '', msgType: '', pageNo: 1 });
              }}
            />
          </div>
        }
      />
    </section>
  );
};

const useQueryInAddress = (): readonly [MessageLogQuery, (patch: Partial<MessageLogQuery>) => void] => {
  const [params, setParams] = useSearchParams();
  const direction = Number(params.get('direction') ?? messageDirection.items.up.value);
  const query: MessageLogQuery = {
    cpCode: params.get('cpCode') ?? '',
    day: params.get('day') ?? '',
    msgType: params.get('msgType') ?? '',
    direction: directionOf(direction),
    pageNo: Number(params.get('pageNo') ?? 1) || 1,
    pageSize: Number(params.get('pageSize') ?? 20) || 20,
    filters: activeAdvanced(Object.fromEntries(params)),
  };
  const set = (patch: Partial<MessageLogQuery>) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      const { filters, ...plain } = patch;
      if (filters) {
        for (const name of Object.keys(activeAdvanced(Object.fromEntries(before)))) next.delete(name);
        for (const [name, value] of Object.entries(filters)) next.set(name, value);
      }
      for (const [name, value] of Object.entries(plain)) {
        if (value === '' || defaults[name] === value) next.delete(name);
        else next.set(name, String(value));
      }
      return next;
    });
  return [query, set];
};
/** Values that are left out of the address. */
const defaults: Readonly<Record<string, number>> = { direction: 1, pageNo: 1, pageSize: 20 };
