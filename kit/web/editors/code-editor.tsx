import { Button, Select } from 'antd';
import FullscreenExitOutlined from '@ant-design/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLanguage, useSay } from '../language.ts';
import { mountCode } from './code-mirror.ts';
import type { CodeFacts } from './code-mirror.ts';
import { codeModes } from './code-modes.ts';
import type { CodeMode } from './code-modes.ts';
import { useLabel } from './use-label.ts';
import { editorWords, phrases } from './words.ts';
import './code.css';
import type { ControlProps } from '../control-props.ts';

export interface CodeEditorProps extends ControlProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly mode: CodeMode;
  /** Lets the viewer choose the language. */
  readonly onMode?: (mode: CodeMode) => void;
  readonly heightPx?: number;
  readonly disabled?: boolean;
  readonly label?: string | undefined;
}

const HEIGHT_PX = 240;
const modes = Object.entries(codeModes).map(([value, { name }]) => ({ value, label: name }));
const isMode = (text: string): text is CodeMode => text in codeModes;

/** As wide as the longest name of a language. */
const MODES_PX = 160;

/** A code editor with syntax highlighting. Tab indents; Esc followed by Tab leaves the editor. */
export const CodeEditor = (props: CodeEditorProps) => {
  const { value, onChange, mode, onMode, heightPx = HEIGHT_PX, disabled = false } = props;
  const say = useSay();
  const hint = useId();
  const box = useRef<HTMLDivElement>(null);
  const [fills, setFills] = useState(false);
  const enter = useCallback(() => box.current?.querySelector<HTMLElement>('.cm-content')?.focus(), []);
  const called = useLabel(props.id, enter);
  const host = useEditor({ value, onChange, mode, facts: useFacts({ ...props, label: called ?? props.label }, hint) });
  return (
    <div ref={box} className={`ed-code${fills ? ' ed-whole' : ''}${disabled ? ' ed-shut' : ''}${props['aria-invalid'] ? ' ed-wrong' : ''}`}>
      <div className="ed-bar">
        {onMode ? (
          <Select
            size="small"
            variant="borderless"
            aria-label={say(editorWords.language)}
            popupMatchSelectWidth={MODES_PX}
            options={modes}
            value={mode}
            onChange={(next: string) => isMode(next) && onMode(next)}
          />
        ) : (
          <small>{codeModes[mode].name}</small>
        )}
        <small id={hint} className="ed-hint">
          {say(editorWords.leaveHint)}
        </small>
        <Button
          type="text"
          size="small"
          aria-pressed={fills}
          aria-label={say(fills ? editorWords.leavePage : editorWords.fillPage)}
          icon={fills ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          onClick={() => setFills(!fills)}
        />
      </div>
      <div ref={host} className="ed-code-place" style={{ height: fills ? '100%' : heightPx }} />
    </div>
  );
};

const useFacts = (props: CodeEditorProps, hint: string): CodeFacts => {
  const say = useSay();
  const language = useLanguage();
  const { id, disabled = false, label } = props;
  const [required, invalid, described] = [props['aria-required'], props['aria-invalid'], props['aria-describedby']];
  return useMemo(
    () => ({
      readOnly: disabled,
      phrases: language === 'en_US' ? {} : Object.fromEntries(Object.entries(phrases).map(([phrase, words]) => [phrase, say(words)])),
      attributes: {
        tabindex: '0',
        'aria-label': label ?? say(editorWords.code),
        'aria-describedby': [hint, described].filter(Boolean).join(' '),
        ...(id !== undefined && { id }),
        ...(required && { 'aria-required': 'true' }),
        ...(invalid && { 'aria-invalid': 'true' }),
        ...(disabled && { 'aria-readonly': 'true' }),
      },
    }),
    [say, language, id, disabled, label, required, invalid, described, hint],
  );
};

/** Creates the editor once for the lifetime of its element, and passes later values of the form to it. */
const useEditor = ({ value, onChange, mode, facts }: Pick<CodeEditorProps, 'value' | 'onChange' | 'mode'> & { readonly facts: CodeFacts }) => {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ReturnType<typeof mountCode>>(undefined);
  const latest = useRef({ value, onChange, facts });
  useEffect(() => {
    latest.current = { value, onChange, facts };
  });
  useEffect(() => {
    if (!host.current) return undefined;
    const view = mountCode(host.current, {
      text: latest.current.value,
      facts: latest.current.facts,
      onChange: (text) => latest.current.onChange(text),
    });
    editor.current = view;
    return () => {
      view.end();
      editor.current = undefined;
    };
  }, []);
  useEffect(() => editor.current?.tell(facts), [facts]);
  useEffect(() => editor.current?.show(value), [value]);
  useEffect(() => void editor.current?.speak(mode), [mode]);
  return host;
};
