import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { Failed } from '#kit/web/failed.tsx';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { DictPanel } from './dict-panel.web.tsx';
import { dictPageWords } from './dict-page.labels.ts';
import { dictApi } from '../dict.ts';
import { ItemPanel } from './item-panel.web.tsx';
import '../dict.css';

const CHOSEN = 'dict';

/** Dictionaries on the left, the items of the chosen one on the right; one below the other on a narrow screen. */
export const DictPage = () => {
  const [params, setParams] = useSearchParams();
  const chosen = params.get(CHOSEN) ?? undefined;
  const choose = useCallback(
    (id: string | undefined) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.delete(CHOSEN);
        if (id !== undefined) next.set(CHOSEN, id);
        return next;
      }),
    [setParams],
  );
  return (
    <div className="dc-page">
      <DictPanel chosen={chosen} onChoose={choose} />
      <div className="dc-items">{chosen === undefined ? <NoneChosen /> : <Chosen key={chosen} id={chosen} onGone={() => choose(undefined)} />}</div>
    </div>
  );
};

const NoneChosen = () => {
  const say = useSay();
  return (
    <section className="co-card">
      <Notice tone="busy" title={say(dictPageWords.choose)} text={say(dictPageWords.chooseHint)} />
    </section>
  );
};

const Chosen = ({ id, onGone }: { readonly id: string; readonly onGone: () => void }) => {
  const { data, error, refetch } = useCall(dictApi.queryById, { id });
  if (error)
    return (
      <section className="co-card">
        <Failed because={error.message} retry={refetch} />
      </section>
    );
  return data ? <ItemPanel dict={data} onGone={onGone} /> : <section className="co-card dc-wait" />;
};
