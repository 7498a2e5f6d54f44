import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { DictPanel } from './dict-panel.web.tsx';
import { dictPageWords } from './dict-page.labels.ts';
import { dictApi } from '../dict.ts';
import { ItemPanel } from './item-panel.web.tsx';
import '../dict.css';

const DICT_PARAM = 'dict';

/** Dictionaries on the left and the items of the selected one on the right; below each other on a narrow screen. */
export const DictPage = () => {
  const [params, setParams] = useSearchParams();
  const selectedId = params.get(DICT_PARAM) ?? undefined;
  const choose = useCallback(
    (id: string | undefined) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.delete(DICT_PARAM);
        if (id !== undefined) next.set(DICT_PARAM, id);
        return next;
      }),
    [setParams],
  );
  return (
    <div className="dc-page">
      <DictPanel selectedId={selectedId} onSelect={choose} />
      <div className="dc-items">
        {selectedId === undefined ? <NoSelection /> : <SelectedDict key={selectedId} id={selectedId} onDeleted={() => choose(undefined)} />}
      </div>
    </div>
  );
};

const NoSelection = () => {
  const say = useSay();
  return (
    <section className="co-card">
      <Notice tone="busy" title={say(dictPageWords.choose)} text={say(dictPageWords.chooseHint)} />
    </section>
  );
};

const SelectedDict = ({ id, onDeleted }: { readonly id: string; readonly onDeleted: () => void }) => {
  const { data, error, refetch } = useCall(dictApi.queryById, { id });
  if (error)
    return (
      <section className="co-card">
        <LoadError because={error.message} retry={refetch} />
      </section>
    );
  return data ? <ItemPanel dictRow={data} onDeleted={onDeleted} /> : <section className="co-card dc-wait" />;
};
