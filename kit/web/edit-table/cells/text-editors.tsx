import { Input, Popover } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useSay } from '../../language.ts';
import { textOf } from '../../text-of.ts';
import { mayBecomeNumber, numberOf } from './numbers.ts';
import { useCellEdit } from './use-cell.ts';
import type { EditorProps, EditExit } from './use-cell.ts';

const leaveKeys: Readonly<Record<string, EditExit>> = { Enter: 'down', ArrowUp: 'up', ArrowDown: 'down', Escape: 'cancel' };
export const leaveKeyOf = (event: KeyboardEvent): EditExit | undefined => {
  // An Enter that ends an input method's composition does not leave the cell.
  if (event.nativeEvent.isComposing) return undefined;
  if (event.key === 'Tab') return event.shiftKey ? 'back' : 'next';
  return Object.hasOwn(leaveKeys, event.key) ? leaveKeys[event.key] : undefined;
};

/** The popover is positioned before it is visible, and an invisible input cannot take the focus. */
const FRAMES_MAX = 10;
const focusShown = (box: HTMLElement | undefined, frames = FRAMES_MAX): void => {
  box?.focus();
  if (box && document.activeElement !== box && frames > 0) requestAnimationFrame(() => focusShown(box, frames - 1));
};
const focusBox = (area: TextAreaRef | null): void => focusShown(area?.resizableTextArea?.textArea);

/** Edits text and numbers in a plain input, which is faster than antd's. */
export const TextEditor = (props: EditorProps) => {
  const { column, row, label, faultId } = props;
  const isNumber = column.type === 'inputNumber';
  const say = useSay();
  const { write, leave, replaces } = useCellEdit(props);
  const [text, setText] = useState(() => (replaces ? '' : textOf(row.values[column.key])));
  const input = useFocused(replaces);
  const change = (next: string) => {
    if (isNumber && !mayBecomeNumber(next)) return;
    setText(next);
    write(isNumber && next === '' ? null : next);
  };
  const end = (key: EditExit) => {
    if (isNumber && key !== 'cancel') write(numberOf(text));
    leave(key);
  };
  return (
    <input
      {...column.props}
      ref={input}
      className="et-input"
      aria-label={label}
      aria-invalid={faultId !== undefined}
      aria-describedby={faultId}
      autoComplete="off"
      value={text}
      maxLength={column.maxLength}
      placeholder={column.placeholder && say(column.placeholder)}
      {...(isNumber && { inputMode: 'decimal' as const })}
      onChange={(event) => change(event.target.value)}
      onBlur={() => end('blur')}
      onKeyDown={(event) => {
        const key = leaveKeyOf(event);
        if (key === undefined) return event.stopPropagation();
        event.preventDefault();
        event.stopPropagation();
        return end(key);
      }}
    />
  );
};

/** Focuses the input when it is mounted, and selects its content. */
const useFocused = (replaces: boolean) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (!replaces) input.current?.select();
  }, [replaces]);
  return input;
};

/** The popover is open as long as the cell is edited, so it needs no trigger. */
const noTrigger: never[] = [];

/** Edits a long text in a popover. */
export const PopEditor = (props: EditorProps) => {
  const { column, row, label, faultId } = props;
  const say = useSay();
  const { write, leave, replaces } = useCellEdit(props);
  const [text, setText] = useState(() => (replaces ? '' : textOf(row.values[column.key])));
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation();
    const key = leaveKeyOf(event);
    const isOwn = key === undefined || event.key.startsWith('Arrow') || (event.key === 'Enter' && !event.ctrlKey);
    if (isOwn) return;
    event.preventDefault();
    leave(key === 'down' ? 'stay' : key);
  };
  const box = (
    <Input.TextArea
      {...column.props}
      className="et-pop"
      ref={focusBox}
      aria-label={label}
      aria-invalid={faultId !== undefined}
      value={text}
      maxLength={column.maxLength}
      showCount={column.maxLength !== undefined}
      placeholder={column.placeholder && say(column.placeholder)}
      onChange={(event) => {
        setText(event.target.value);
        write(event.target.value);
      }}
      onKeyDown={keys}
      onBlur={() => leave('blur')}
    />
  );
  return (
    <Popover open trigger={noTrigger} placement="bottomLeft" content={box}>
      <span className="et-text">{text}</span>
    </Popover>
  );
};
