import { Radio, Select, Tag } from 'antd';
import type { ReactNode } from 'react';
import { FailedLine } from '#kit/web/failed.tsx';
import type { ControlProps } from '#kit/web/control-props.ts';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { useDictionary } from './dict-cache.web.ts';
import type { Dictionary } from './dict-cache.web.ts';
import { dictPageWords } from '../page/dict-page.labels.ts';
import type { DictItem } from '../dict.ts';
import '../dict.css';

interface DictProps {
  /** The dictionary's code. */
  readonly code: string;
  readonly value?: string | null;
}
interface DictInputProps extends ControlProps, DictProps {
  readonly onChange?: (value: string | null) => void;
  readonly disabled?: boolean;
}

/** One value of a dictionary from a list. A disabled item is shown while it is the value, and not offered. */
export const DictSelect = ({ code, value = null, onChange, ...rest }: DictInputProps) => {
  const say = useSay();
  const known = useDictionary(code);
  const items = known.state === 'ready' ? offered(known.items, value) : [];
  return (
    <>
      <Select<string>
        {...rest}
        className="co-wide"
        value={value}
        onChange={(next: string | undefined) => onChange?.(next ?? null)}
        options={items.map((item) => ({ value: item.value, label: item.disabled ? `${item.text}${say(dictPageWords.disabled)}` : item.text }))}
        loading={known.state === 'loading'}
        placeholder={say(words.choose)}
        allowClear
        showSearch={items.length > SEARCHED_FROM && { optionFilterProp: 'label' }}
        {...(isWrong(known) && { status: 'error' as const })}
      />
      <Why known={known} code={code} />
    </>
  );
};
const SEARCHED_FROM = 8;

/** One value of a dictionary from a row of buttons. */
export const DictRadio = ({ code, value = null, onChange, disabled = false, ...rest }: DictInputProps) => {
  const known = useDictionary(code);
  const items = known.state === 'ready' ? offered(known.items, value) : [];
  return (
    <>
      <Radio.Group
        {...rest}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange?.(String(event.target.value))}
        options={items.map((item) => ({ value: item.value, label: item.text, disabled: item.disabled === true }))}
      />
      <Why known={known} code={code} />
    </>
  );
};

/** One or more values, comma joined, as coloured tags; one that the dictionary does not know is shown as it is. */
export const DictTags = ({ code, value = null }: DictProps) => {
  const known = useDictionary(code);
  if (isWrong(known)) return <Why known={known} code={code} />;
  const items = known.state === 'ready' ? known.items : [];
  const parts = (value ?? '').split(',').filter(Boolean);
  return parts.map((part) => <OneTag key={part} item={items.find((item) => item.value === part)} fallback={part} />);
};

const tones: Readonly<Record<string, string>> = { green: 'good', blue: 'busy', orange: 'warn', red: 'bad', default: 'quiet' };

/** Words in the colour of an item. */
export const OneTag = ({ item, fallback }: { readonly item: Pick<DictItem, 'text' | 'color'> | undefined; readonly fallback: string }): ReactNode => {
  if (!item) return <Tag>{fallback}</Tag>;
  const tone = tones[item.color ?? ''];
  return tone === undefined ? <span>{item.text}</span> : <span className={`co-code co-code-${tone}`}>{item.text}</span>;
};

const offered = (items: readonly DictItem[], value: string | null): readonly DictItem[] =>
  items.filter((item) => !item.disabled || item.value === value);
const isWrong = (known: Dictionary): boolean => known.state === 'noCode' || known.state === 'unknown' || known.state === 'failed';

/** Why there is nothing to choose. */
export const Why = ({ known, code }: { readonly known: Dictionary; readonly code: string }) => {
  const say = useSay();
  if (known.state === 'loading' || (known.state === 'ready' && known.items.length > 0)) return null;
  if (known.state === 'failed') return <FailedLine because={known.because} retry={known.retry} />;
  const text = {
    noCode: dictPageWords.noCode,
    unknown: dictPageWords.unknown,
    ready: dictPageWords.noItems,
  }[known.state];
  return (
    <div className="dc-why" role="alert">
      {say(text, { code })}
    </div>
  );
};
