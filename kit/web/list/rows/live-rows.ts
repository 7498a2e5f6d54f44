import { rowTopic } from '#kit/resource/row-topic.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { PlainRow } from '../../kinds/cell.tsx';
import { useLive } from '../../live/live.tsx';
import type { Rows } from './use-rows.ts';
import { createStore, useStore } from '../../store.ts';
import { keyOfRow } from '../actions/actions.ts';

const EFFECT_MS = 1_400;
const playing = createStore<ReadonlySet<string>>(new Set());
const placeOf = (noun: AnyResource, key: string): string => `${noun.name} ${key}`;

/** Watches the rows of a table. A row that someone changes is reloaded and highlighted. */
export const useLiveRows = (noun: AnyResource, rows: Pick<Rows<PlainRow>, 'rows' | 'query' | 'readAgain'>): void =>
  useLive(rowTopic, noun.name, ({ key, row }) => {
    // While rows are being read it is not known which of them will be shown.
    if (row !== null && !rows.query.isFetching && !rows.rows.some((shown) => keyOfRow(noun, shown) === key)) return;
    rows.readAgain();
    if (row !== null) play(placeOf(noun, key));
  });

const play = (rowKey: string): void => {
  playing.set(new Set([...playing.get(), rowKey]));
  setTimeout(() => playing.set(new Set([...playing.get()].filter((each) => each !== rowKey))), EFFECT_MS);
};

/** The CSS class of a row that has just changed. */
export const useReloadClass = (noun: AnyResource): ((row: PlainRow) => string) => {
  const rowKeys = useStore(playing);
  return (row) => (rowKeys.has(placeOf(noun, keyOfRow(noun, row))) ? 'co-row-reload' : '');
};
