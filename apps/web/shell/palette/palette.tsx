import { Skeleton } from 'antd';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { searchKinds, hitKindWords, searchApi } from '#domains/charging/web.ts';
import { words } from '../../words.ts';
import { useMenu } from '../menu/use-menu.ts';
import { hitsOf, pageHits } from './hits.ts';
import type { Hit } from './hits.ts';
import { pageTitles } from './page-titles.ts';
import './palette.css';

const DEBOUNCE_MS = 300;

export interface PaletteProps {
  readonly onChoose: (hit: Hit) => void;
  readonly onClose: () => void;
}

interface Section {
  readonly key: string;
  readonly title: Words;
  readonly hits: readonly Hit[];
}

/** One search for all targets: pages at once; stations, piles, orders, customers and cards after the server has answered. */
export const Palette = ({ onChoose, onClose }: PaletteProps) => {
  const say = useSay();
  const [text, setText] = useState('');
  const { sections, waiting } = useSections(text);
  const hits = sections.flatMap((section) => section.hits);
  const { place, rest, onKeyDown } = useHitNavigation(hits, { onChoose, onClose });
  const list = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const optionId = (index: number): string => `${list}-${index}`;
  useEffect(() => {
    document.querySelector(`#${CSS.escape(`${list}-${place}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, place]);
  return (
    <div className="co-palette">
      <input
        ref={box}
        type="text"
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={hits.length > 0 ? optionId(place) : undefined}
        aria-label={say(words.search)}
        placeholder={say(words.searchHint)}
        value={text}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          rest();
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={list}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a combobox has no tag that can be drawn
        role="listbox"
        aria-label={say(words.search)}
        className="co-palette-list"
      >
        {sections.map((section) => (
          <Hits
            key={section.key}
            section={section}
            from={hits.indexOf(section.hits[0] ?? noHit)}
            place={place}
            optionId={optionId}
            onChoose={onChoose}
          />
        ))}
      </div>
      {waiting && hits.length === 0 && <Skeleton active title={false} paragraph={{ rows: 2 }} className="co-palette-none" />}
      {!waiting && hits.length === 0 && <output className="co-palette-none">{say(text.trim() === '' ? words.searchEmpty : words.searchNone)}</output>}
    </div>
  );
};

/** The active hit; Enter opens it, Escape closes the palette. */
const useHitNavigation = (hits: readonly Hit[], { onChoose, onClose }: PaletteProps) => {
  const [active, setActive] = useState(0);
  const place = Math.min(active, Math.max(0, hits.length - 1));
  const onKeyDown = (event: KeyboardEvent): void => {
    const hit = hits[place];
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && hits.length > 0) setActive((place + step + hits.length) % hits.length);
    else if (event.key === 'Enter' && hit && !event.nativeEvent.isComposing) onChoose(hit);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { place, rest: () => setActive(0), onKeyDown };
};

const noHit: Hit = { key: '', title: '', note: '', path: '' };

const useSections = (typed: string): { readonly sections: readonly Section[]; readonly waiting: boolean } => {
  const { nodes } = useMenu();
  const wanted = typed.trim();
  const searched = useDebounced(wanted);
  const { data, isFetching } = useCall(searchApi.all, { keyword: searched }, { enabled: searched !== '', keep: true });
  const pages = useDeferredValue(wanted === '' ? [] : pageHits(nodes, wanted, pageTitles));
  const results = wanted === '' || searched === '' ? [] : (data ?? []);
  const sections = [
    { key: 'pages', title: words.pages, hits: pages },
    ...searchKinds.map((kind) => ({ key: kind, title: hitKindWords[kind], hits: hitsOf(results.filter((one) => one.kind === kind)) })),
  ];
  return { sections: sections.filter(({ hits }) => hits.length > 0), waiting: wanted !== '' && (wanted !== searched || isFetching) };
};

/** The typed text after a pause in typing. */
const useDebounced = (typed: string): string => {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return debounced;
};

interface HitsProps {
  readonly section: Section;
  /** The index of the section's first hit among all hits. */
  readonly from: number;
  readonly place: number;
  readonly optionId: (index: number) => string;
  readonly onChoose: (hit: Hit) => void;
}

const Hits = ({ section: { title, hits }, from, place, optionId, onChoose }: HitsProps) => {
  const say = useSay();
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a combobox has no tag that can be drawn
      role="group"
      aria-label={say(title)}
    >
      <h3 aria-hidden>{say(title)}</h3>
      {hits.map((hit, index) => (
        <div
          key={hit.key}
          id={optionId(from + index)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a combobox has no tag that can be drawn
          role="option"
          tabIndex={-1}
          aria-selected={from + index === place}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(hit)}
          onKeyDown={(event) => event.key === 'Enter' && onChoose(hit)}
        >
          <span className="co-clip">{hit.title}</span>
          <small className="co-clip">{hit.note}</small>
        </div>
      ))}
    </div>
  );
};
