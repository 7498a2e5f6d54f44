import { Button, Dropdown } from 'antd';
import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import type { Words } from '#kit/fields/words.ts';
import { editorWords, monthArgs } from './year-words.ts';
import type { MonthState, Year } from './use-year.ts';
import './year.css';

interface EditorHeadProps {
  readonly name: string;
  /** The state of the rule, beside its name. */
  readonly tag: ReactNode;
  /** What else is said about the rule, below its name. */
  readonly children: ReactNode;
  /** Left out for a viewer who may not change it. */
  readonly buttons?: ReactNode;
}

/** The name of the rule and the buttons for the shown month; it stays visible while the page scrolls. */
export const EditorHead = ({ name, tag, children, buttons }: EditorHeadProps) => {
  const say = useSay();
  const [, setParams] = useSearchParams();
  return (
    <header className="co-card rm-head">
      <Button
        type="text"
        icon={<ArrowLeftOutlined />}
        aria-label={say(editorWords.back)}
        title={say(editorWords.back)}
        onClick={() => setParams({})}
      />
      <div className="rm-title">
        <h1>
          <span className="co-clip" title={name}>
            {name}
          </span>
          {tag}
        </h1>
        <p className="co-hint">{children}</p>
      </div>
      {buttons}
    </header>
  );
};

interface MonthButtonsProps<Part> {
  readonly year: Year<Part>;
  readonly month: MonthState<Part>;
  readonly onSave: () => void;
  readonly onCopy: () => void;
  readonly askDelete: Words;
  /** Deletes the month that is saved. */
  readonly remove: (month: number) => Promise<unknown>;
}

/** Undo, copy, discard, clear and save. */
export const MonthButtons = <Part,>({ year, month, onSave, onCopy, askDelete, remove }: MonthButtonsProps<Part>) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const n = year.changed.length;
  useUndoKey(() => year.undo(month.month));
  const clear = async () => {
    if (!(await confirm({ title: say(askDelete, monthArgs(say, month.month)), okText: editorWords.deleteMonth, danger: true }))) return;
    year.discard(month.month);
    if (month.saved.length > 0) await remove(month.month);
  };
  const items = [
    { key: 'discard', label: say(editorWords.discard), disabled: !month.dirty, onClick: () => year.discard(month.month) },
    {
      key: 'clear',
      label: say(editorWords.deleteMonth),
      danger: true,
      disabled: !month.editable || month.edit.length === 0,
      onClick: () => void clear(),
    },
  ];
  return (
    <div className="rm-head-buttons">
      <Button
        icon={<UndoOutlined />}
        disabled={!month.undoable}
        aria-label={say(editorWords.undo)}
        title={`${say(editorWords.undo)} (Ctrl+Z)`}
        onClick={() => year.undo(month.month)}
      />
      <Button disabled={month.edit.length === 0} onClick={onCopy}>
        {say(editorWords.copyMonth)}
      </Button>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button icon={<MoreOutlined />} aria-label={say(words.more)} />
      </Dropdown>
      <Button type="primary" disabled={n === 0} loading={year.saving} onClick={onSave}>
        {n > 1 ? say(editorWords.saveMany, { n }) : say(editorWords.save)}
      </Button>
    </div>
  );
};

/** Ctrl+Z undoes a step of the month, except while the focus is in a text input with its own undo. */
const useUndoKey = (undo: () => void): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || typing) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
};
