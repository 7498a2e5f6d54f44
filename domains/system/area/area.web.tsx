import { Empty, Input, Skeleton } from 'antd';
import { useState } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { useCall } from '#kit/web/query.tsx';
import { words } from '#kit/web/words.ts';
import { areaWords } from './area.labels.ts';
import { AREA_ROOT, areaApi } from './area.ts';
import '../dict/dict.css';
import './area.css';

/** Provinces, cities and districts side by side. */
export const AreaPage = () => {
  const [province, setProvince] = useState<string>();
  const [city, setCity] = useState<string>();
  const chooseProvince = (id: string) => {
    setProvince(id);
    setCity(undefined);
  };
  return (
    <div className="ar-page">
      <Level title={areaWords.province} parentId={AREA_ROOT} chosen={province} onChoose={chooseProvince} />
      <Level key={province ?? ''} title={areaWords.city} parentId={province} first={areaWords.chooseProvince} chosen={city} onChoose={setCity} />
      <Level key={`${province ?? ''}/${city ?? ''}`} title={areaWords.district} parentId={city} first={areaWords.chooseCity} />
    </div>
  );
};

interface LevelProps {
  readonly title: Words;
  /** Whose areas are shown; undefined until one is chosen. */
  readonly parentId: string | undefined;
  /** What to do before there is something to show. */
  readonly first?: Words;
  readonly chosen?: string | undefined;
  readonly onChoose?: (id: string) => void;
}

const Level = ({ title, parentId, first = words.choose, chosen, onChoose }: LevelProps) => {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const { data, error, isFetching } = useCall(
    areaApi.queryNodesByParentId,
    { parentId: parentId ?? '' },
    { enabled: parentId !== undefined, staleMs: Number.POSITIVE_INFINITY },
  );
  const shown = (data ?? []).filter(({ id, name }) => name.includes(typed.trim()) || id.startsWith(typed.trim()));
  return (
    <section className="co-card" aria-label={say(title)}>
      <div className="ar-head">
        <h2>
          {say(title)} {data && <span className="dc-code">{data.length}</span>}
        </h2>
        <Input
          allowClear
          size="small"
          value={typed}
          disabled={parentId === undefined}
          placeholder={say(areaWords.find)}
          aria-label={`${say(title)}: ${say(areaWords.find)}`}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {parentId === undefined && <p className="ar-first">{say(first)}</p>}
      {error && <Notice tone="warn" title={say(words.loadFailed)} text={error.message} />}
      {!data && isFetching && <Skeleton active title={false} paragraph={{ rows: 6 }} className="dc-skeleton" />}
      {data && shown.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(areaWords.none)} />}
      {shown.length > 0 && (
        // A list that scrolls is reached by the keyboard.
        <ul className="dc-list" tabIndex={onChoose ? -1 : 0}>
          {shown.map(({ id, name }) => (
            <li key={id}>
              {onChoose ? (
                <button type="button" className="dc-row" aria-current={id === chosen} onClick={() => onChoose(id)}>
                  <span className="dc-name">{name}</span>
                  <span className="dc-code">{id}</span>
                </button>
              ) : (
                <div className="ar-leaf">
                  <span className="dc-name">{name}</span>
                  <span className="dc-code">{id}</span>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
