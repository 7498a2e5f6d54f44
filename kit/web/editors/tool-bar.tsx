import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useSay } from '../language.ts';
import { tableTools } from './tools.tsx';
import type { Tool } from './tools.tsx';
import { editorWords } from './words.ts';

interface BarProps {
  readonly editor: Editor;
  readonly groups: readonly (readonly Tool[])[];
  readonly disabled: boolean;
  /** Runs the tools that open a dialog. */
  readonly onAsk: (key: string) => void;
}

/** The toolbar is one tab stop; the arrow keys move between its tools. */
export const ToolBar = ({ editor, groups, disabled, onAsk }: BarProps) => {
  const say = useSay();
  const [tabStop, setTabStop] = useState(groups[0]?.[0]?.key);
  const visibleTools = useVisibleTools(editor, groups);
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    const index = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[(index + step + buttons.length) % buttons.length];
    event.preventDefault();
    next?.focus();
    setTabStop(next?.dataset['tool']);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tools have the focus
    <div role="toolbar" aria-label={say(editorWords.tools)} className="ed-tools" onKeyDown={keys}>
      {visibleTools.map((tools, index) => (
        <span key={index} className="ed-group">
          {tools.map(({ tool, on, able }) => (
            <button
              key={tool.key}
              type="button"
              data-tool={tool.key}
              tabIndex={tool.key === tabStop ? 0 : -1}
              aria-label={say(tool.words, { n: tool.n ?? 0 })}
              title={say(tool.words, { n: tool.n ?? 0 })}
              aria-disabled={disabled || !able}
              {...(tool.isOn && { 'aria-pressed': on })}
              // A click must not remove the selection in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (disabled || !able) return;
                setTabStop(tool.key);
                if (tool.run) tool.run(editor);
                else onAsk(tool.key);
              }}
            >
              {tool.face}
            </button>
          ))}
        </span>
      ))}
    </div>
  );
};

/** The tools that apply at the cursor. */
const useVisibleTools = (editor: Editor, groups: readonly (readonly Tool[])[]) => {
  const marks = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      [...groups.flat(), ...tableTools].map((tool) => `${tool.isOn?.(current) ? 1 : 0}${(tool.can?.(current) ?? true) ? 1 : 0}`).join(' '),
  }).split(' ');
  const buttons = [...groups, tableTools];
  const flat = buttons.flat();
  const states = buttons.map((tools) =>
    tools.map((tool) => {
      const mark = marks[flat.indexOf(tool)] ?? '01';
      return { tool, on: mark.startsWith('1'), able: mark.endsWith('1') };
    }),
  );
  return states.filter((tools) => !(tools[0]?.tool === tableTools[0] && !tools[0]?.able));
};
