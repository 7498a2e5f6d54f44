import { Radio, Select, Tag } from 'antd';
import type { ReactNode } from 'react';
import { LoadErrorLine } from '#kit/web/load-error.tsx';
import type { ControlProps } from '#kit/web/control-props.ts';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { useDictionary } from './dict-cache.web.ts';
import type { Dictionary } from './dict-cache.web.ts';
import { dictPageWords } from '../page/dict-page.labels.ts';
import type { DictItem } from '../dict.ts';
import '../dict.css';

interface DictProps {
  /** The code of the dictionary. */
  readonly code: string;
  readonly value?: string | null;
}
interface DictInputProps extends ControlProps, DictProps {
  readonly onChange?: (value: string | null) => void;
  readonly disabled?: boolean;
}

/** A select with the items of a dictionary. A disabled item is shown only while it is the value. */
export const DictSelect = ({ code, value = null, onChange, ...rest }: DictInputProps) => {
  const say = useSay();
  const dictionary = useDictionary(code);
  const items = dictionary.state === 'ready' ? enabledItems(dictionary.items, value) : [];
  return (
    <>
      <Select<string>
        {...rest}
        className="co-wide"
        value={value}
        onChange={(next: string | undefined) => onChange?.(next ?? null)}
        options={items.map((item) => ({ value: item.value, label: item.disabled ? `${item.text}${say(dictPageWords.disabled)}` : item.text }))}
        loading={dictionary.state === 'loading'}
        placeholder={say(words.choose)}
        allowClear
        showSearch={items.length > SEARCH_FROM_ITEMS && { optionFilterProp: 'label' }}
        {...(isUnavailable(dictionary) && { status: 'error' as const })}
      />
      <DictProblem dictionary={dictionary} code={code} />
    </>
  );
};
const SEARCH_FROM_ITEMS = 8;

/** Radio buttons with the items of a dictionary. */
export const DictRadio = ({ code, value = null, onChange, disabled = false, ...rest }: DictInputProps) => {
  const dictionary = useDictionary(code);
  const items = dictionary.state === 'ready' ? enabledItems(dictionary.items, value) : [];
  return (
    <>
      <Radio.Group
        {...rest}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange?.(String(event.target.value))}
        options={items.map((item) => ({ value: item.value, label: item.text, disabled: item.disabled === true }))}
      />
      <DictProblem dictionary={dictionary} code={code} />
    </>
  );
};

/** One or more comma-separated values as coloured tags; an unknown value is shown as it is. */
export const DictTags = ({ code, value = null }: DictProps) => {
  const dictionary = useDictionary(code);
  if (isUnavailable(dictionary)) return <DictProblem dictionary={dictionary} code={code} />;
  const items = dictionary.state === 'ready' ? dictionary.items : [];
  const parts = (value ?? '').split(',').filter(Boolean);
  return parts.map((part) => <DictTag key={part} item={items.find((item) => item.value === part)} fallback={part} />);
};

const tones: Readonly<Record<string, string>> = { green: 'good', blue: 'busy', orange: 'warn', red: 'bad', default: 'quiet' };

/** A text in the colour of an item. */
export const DictTag = ({
  item,
  fallback,
}: {
  readonly item: Pick<DictItem, 'text' | 'color'> | undefined;
  readonly fallback: string;
}): ReactNode => {
  if (!item) return <Tag>{fallback}</Tag>;
  const tone = tones[item.color ?? ''];
  return tone === undefined ? <span>{item.text}</span> : <span className={`co-code co-code-${tone}`}>{item.text}</span>;
};

const enabledItems = (items: readonly DictItem[], value: string | null): readonly DictItem[] =>
  items.filter((item) => !item.disabled || item.value === value);
const isUnavailable = (dictionary: Dictionary): boolean =>
  dictionary.state === 'noCode' || dictionary.state === 'unknown' || dictionary.state === 'failed';

/** Why the list is empty. */
export const DictProblem = ({ dictionary, code }: { readonly dictionary: Dictionary; readonly code: string }) => {
  const say = useSay();
  if (dictionary.state === 'loading' || (dictionary.state === 'ready' && dictionary.items.length > 0)) return null;
  if (dictionary.state === 'failed') return <LoadErrorLine because={dictionary.message} retry={dictionary.retry} />;
  const text = {
    noCode: dictPageWords.noCode,
    unknown: dictPageWords.unknown,
    ready: dictPageWords.noItems,
  }[dictionary.state];
  return (
    <div className="dc-why" role="alert">
      {say(text, { code })}
    </div>
  );
};
