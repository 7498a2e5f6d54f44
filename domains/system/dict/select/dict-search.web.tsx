import { useMemo } from 'react';
import { call } from '#kit/web/calls/client.ts';
import { AsyncSelect } from '#kit/web/kinds/async-select.tsx';
import type { Choice, ChoiceSource } from '#kit/web/kinds/choices.ts';
import { lookupApi } from '../../lookup/lookup.ts';
import { dictionaryItems } from './dict-cache.web.ts';
import { DictProblem } from './dict-input.web.tsx';
import type { ControlProps } from '#kit/web/control-props.ts';

const PAGE_ROWS = 10;
const DEBOUNCE_MS = 800;

interface DictSearchProps extends ControlProps {
  /** The code of a dictionary, or `table,text,code` for the rows of a source. */
  readonly dict: string;
  /** With `multiple` several, joined with commas. */
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** Selects a value of a long dictionary, searched by a part of its text. */
export const DictSearch = ({ dict, value = null, onChange, multiple = false, ...rest }: DictSearchProps) => {
  const source = useMemo(() => sourceOf(dict), [dict]);
  const values = (value ?? '').split(',').filter(Boolean);
  return (
    <>
      <AsyncSelect
        {...rest}
        source={dict === '' ? undefined : source}
        multiple={multiple}
        value={multiple ? values : values.slice(0, 1)}
        onChange={(next) => onChange?.(next.length === 0 ? null : next.join(','))}
      />
      {dict === '' && <DictProblem dictionary={{ state: 'noCode' }} code={dict} />}
    </>
  );
};

const sourceOf = (dict: string): ChoiceSource => ({
  key: ['/sys/dict/loadDict', dict],
  pageRows: PAGE_ROWS,
  restMs: DEBOUNCE_MS,
  find: ({ keyword, pageNo }) =>
    dict.includes(',')
      ? call(lookupApi.loadDict, { dict, pageNo, pageSize: PAGE_ROWS, ...(keyword !== '' && { keyword }) })
      : itemsOf(dict, keyword, pageNo),
  resolve: async (values) => {
    const texts = await call(lookupApi.loadDictItem, { dict, key: values.join(',') });
    return values.map((value, index) => ({ value, text: texts[index] ?? value }));
  },
});

/** A page of the items of a dictionary, which is loaded as a whole. */
const itemsOf = async (code: string, keyword: string, pageNo: number): Promise<readonly Choice[]> => {
  const word = keyword.toLowerCase();
  const items = (await dictionaryItems(code)).filter(({ text, disabled = false }) => !disabled && text.toLowerCase().includes(word));
  return items.slice((pageNo - 1) * PAGE_ROWS, pageNo * PAGE_ROWS);
};
