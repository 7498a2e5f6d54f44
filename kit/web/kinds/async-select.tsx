import { Empty, Select, Spin } from 'antd';
import { useId, useState } from 'react';
import type { ReactElement, ReactNode, UIEvent } from 'react';
import { useSay } from '../language.ts';
import type { Translate } from '../language.ts';
import { words } from '../words.ts';
import { ListFooterButton, NoOptions, LoadFailure, withRetry } from './choice-list.tsx';
import { useChoices } from './choices.ts';
import type { Choice, Choices, ChoiceSource } from './choices.ts';
import type { ControlProps } from '../control-props.ts';
import { useKeptActiveOption } from './keep-active-option.ts';

export interface AsyncSelectProps<C extends Choice> extends ControlProps {
  readonly source: ChoiceSource<C> | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[], hiddenSelected: readonly C[]) => void;
  readonly multiple?: boolean;
  /** Choices that the page already knows, which name the current value. */
  readonly knownChoices?: readonly C[];
  /** Called when the list opens or closes. */
  readonly onOpen?: (open: boolean) => void;
  readonly allowClear?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string | undefined;
  readonly status?: 'error' | undefined;
}

/** The next rows are loaded when the list is scrolled this close to its end. */
const NEAR_PX = 40;
const none: readonly never[] = [];

/** Selects one or several of many choices. They are searched by their text, and loaded page by page. */
export const AsyncSelect = <C extends Choice>(props: AsyncSelectProps<C>) => {
  const {
    source,
    value,
    onChange,
    multiple = false,
    knownChoices = none,
    onOpen,
    allowClear = true,
    disabled = false,
    placeholder,
    status,
    ...aria
  } = props;
  const say = useSay();
  const generatedId = useId();
  const id = aria.id ?? generatedId;
  const [open, setOpen] = useState(false);
  const [searchText, setSearchText] = useState('');
  const choices = useChoices({ source, isOpen: open, searchText, values: value, knownChoices });
  const { options, choiceOf, keyword, naming, busy, problem, more } = choices;
  // Without a search text, the selected values are listed as well.
  const hiddenSelected = keyword === '' ? value.filter((item) => !options.some((choice) => choice.value === item)) : none;
  const textOf = (one: string) => choiceOf(one)?.text ?? (naming ? '…' : one);
  const offered = [
    ...hiddenSelected.map((item) => ({ value: item, label: textOf(item), note: choiceOf(item)?.note, 'data-choice': item })),
    ...options.map((choice) => ({ value: choice.value, label: choice.text, note: choice.note, 'data-choice': choice.value })),
  ];
  useKeptActiveOption(
    id,
    offered.map((choice) => choice.value),
  );
  const change = (next: readonly string[]) => {
    const pickedChoices = next.flatMap((item) => choiceOf(item) ?? []);
    // A choice clears the search text, so that the next search starts empty.
    if (multiple) setSearchText('');
    choices.keep(pickedChoices);
    onChange(next, pickedChoices);
  };
  const scroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLElement>) => {
    if (scrollTop + clientHeight >= scrollHeight - NEAR_PX) more?.();
  };
  return (
    <Select<string | string[]>
      {...aria}
      id={id}
      {...(status && { status })}
      className="co-wide"
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const, value: [...value] } : { value: value[0] ?? null })}
      options={problem ? [] : offered}
      optionRender={withNote}
      labelRender={({ value: one }) => textOf(String(one))}
      showSearch={{ filterOption: false, searchValue: searchText, onSearch: setSearchText }}
      onOpenChange={(next) => {
        setOpen(next);
        onOpen?.(next);
        if (!next) setSearchText('');
      }}
      onChange={(next: string | string[] | undefined) => change(next === undefined ? [] : [next].flat())}
      onPopupScroll={scroll}
      allowClear={allowClear}
      disabled={disabled}
      loading={open && busy}
      placeholder={placeholder ?? say(words.choose)}
      notFoundContent={<EmptyList of={id} choices={choices} />}
      popupRender={withMore(choices, say)}
    />
  );
};

const withNote = ({ label, data }: { readonly label?: ReactNode; readonly data: object }): ReactNode =>
  !('note' in data) || typeof data.note !== 'string' ? (
    label
  ) : (
    <span className="co-beside">
      <span>{label}</span>
      <small>{data.note}</small>
    </span>
  );

/** Why the list is empty. */
const EmptyList = <C extends Choice>({ of, choices: { problem, busy, keyword } }: { readonly of: string; readonly choices: Choices<C> }) => {
  const say = useSay();
  if (problem)
    return (
      <NoOptions of={of}>
        <LoadFailure because={problem.message} />
      </NoOptions>
    );
  if (busy)
    return (
      <output className="co-choices-why">
        <Spin size="small" /> {say(words.choicesComing)}
      </output>
    );
  return (
    <NoOptions of={of}>
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(keyword === '' ? words.empty : words.noChoice)} />
    </NoOptions>
  );
};

/** Adds a button below the list, which loads the next rows for a mouse without a wheel, or tries again after a failure. */
const withMore =
  <C extends Choice>({ options, busy, more, problem }: Choices<C>, say: Translate) =>
  (list: ReactElement): ReactElement => (
    <>
      {withRetry(problem && { because: problem.message, retry: problem.retry })(list)}
      {!problem && options.length > 0 && (busy || more) && (
        <ListFooterButton disabled={!more} onPress={() => more?.()}>
          {say(busy ? words.choicesComing : words.choicesMore)}
        </ListFooterButton>
      )}
    </>
  );
