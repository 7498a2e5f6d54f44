import { Empty, Select, Spin } from 'antd';
import { useId, useState } from 'react';
import type { ReactElement, ReactNode, UIEvent } from 'react';
import { useSay } from '../language.ts';
import type { Translate } from '../language.ts';
import { words } from '../words.ts';
import { ListFoot, NoChoice, WhyNone, withRetry } from './choice-list.tsx';
import { useChoices } from './choices.ts';
import type { Choice, Choices, ChoiceSource } from './choices.ts';
import type { ControlProps } from '../control-props.ts';
import { useHandKept } from './keep-active-option.ts';

export interface AsyncSelectProps<C extends Choice> extends ControlProps {
  readonly source: ChoiceSource<C> | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[], chosen: readonly C[]) => void;
  readonly multiple?: boolean;
  /** Choices that the page knows: the text of the value. */
  readonly told?: readonly C[];
  /** The list is shown or hidden. */
  readonly onOpen?: (open: boolean) => void;
  readonly allowClear?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string | undefined;
  readonly status?: 'error' | undefined;
}

/** Near the end the next rows are asked for. */
const NEAR_PX = 40;
const none: readonly never[] = [];

/** Picks one or several of more choices than a list holds: by typing a part of their words, or by going on to the end. */
export const AsyncSelect = <C extends Choice>(props: AsyncSelectProps<C>) => {
  const { source, value, onChange, multiple = false, told = none, onOpen, allowClear = true, disabled = false, placeholder, status, ...aria } = props;
  const say = useSay();
  const own = useId();
  const id = aria.id ?? own;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const choices = useChoices({ source, wanted: open, typed, values: value, told });
  const { found, choiceOf, keyword, naming, busy, problem, more } = choices;
  // What was chosen stands among the choices while nothing else is looked for.
  const chosen = keyword === '' ? value.filter((one) => !found.some((choice) => choice.value === one)) : none;
  const textOf = (one: string) => choiceOf(one)?.text ?? (naming ? '…' : one);
  const offered = [
    ...chosen.map((one) => ({ value: one, label: textOf(one), note: choiceOf(one)?.note, 'data-choice': one })),
    ...found.map((choice) => ({ value: choice.value, label: choice.text, note: choice.note, 'data-choice': choice.value })),
  ];
  useHandKept(
    id,
    offered.map((choice) => choice.value),
  );
  const change = (next: readonly string[]) => {
    const picked = next.flatMap((one) => choiceOf(one) ?? []);
    // What was typed has served; the next one is looked for from the start.
    if (multiple) setTyped('');
    choices.keep(picked);
    onChange(next, picked);
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
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      onOpenChange={(next) => {
        setOpen(next);
        onOpen?.(next);
        if (!next) setTyped('');
      }}
      onChange={(next: string | string[] | undefined) => change(next === undefined ? [] : [next].flat())}
      onPopupScroll={scroll}
      allowClear={allowClear}
      disabled={disabled}
      loading={open && busy}
      placeholder={placeholder ?? say(words.choose)}
      notFoundContent={<Nothing of={id} choices={choices} />}
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

/** Why there is nothing to choose. */
const Nothing = <C extends Choice>({ of, choices: { problem, busy, keyword } }: { readonly of: string; readonly choices: Choices<C> }) => {
  const say = useSay();
  if (problem)
    return (
      <NoChoice of={of}>
        <WhyNone because={problem.message} />
      </NoChoice>
    );
  if (busy)
    return (
      <output className="co-choices-why">
        <Spin size="small" /> {say(words.choicesComing)}
      </output>
    );
  return (
    <NoChoice of={of}>
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(keyword === '' ? words.empty : words.noChoice)} />
    </NoChoice>
  );
};

/** Below the list, what brings the next rows to a mouse that does not scroll, or asks again. */
const withMore =
  <C extends Choice>({ found, busy, more, problem }: Choices<C>, say: Translate) =>
  (list: ReactElement): ReactElement => (
    <>
      {withRetry(problem && { because: problem.message, retry: problem.retry })(list)}
      {!problem && found.length > 0 && (busy || more) && (
        <ListFoot disabled={!more} onPress={() => more?.()}>
          {say(busy ? words.choicesComing : words.choicesMore)}
        </ListFoot>
      )}
    </>
  );
