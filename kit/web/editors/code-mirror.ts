import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { codeModes } from './code-modes.ts';
import type { CodeMode } from './code-modes.ts';

/** The options of an editor that may change while it is mounted. */
export interface CodeFacts {
  readonly attributes: Readonly<Record<string, string>>;
  readonly readOnly: boolean;
  readonly phrases: Readonly<Record<string, string>>;
}

const TAB_SIZE = 2;
const nonce = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/** Mounts a CodeMirror editor in an element. The caller controls it through the returned functions. */
export const mountCode = (
  host: HTMLElement,
  { text, facts, onChange }: { readonly text: string; readonly facts: CodeFacts; readonly onChange: (text: string) => void },
) => {
  const [language, factsCompartment] = [new Compartment(), new Compartment()];
  const allowed = nonce();
  let requestedMode: CodeMode | undefined;
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...usual,
        ...(allowed === undefined ? [] : [EditorView.cspNonce.of(allowed)]),
        language.of([]),
        factsCompartment.of(factsOf(facts)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((step) => step.isUserEvent('told'))) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    view,
    /** Shows a text that did not come from typing. */
    show: (next: string): void => {
      if (next !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next }, userEvent: 'told' });
    },
    tell: (next: CodeFacts): void => view.dispatch({ effects: factsCompartment.reconfigure(factsOf(next)) }),
    speak: async (mode: CodeMode): Promise<void> => {
      requestedMode = mode;
      const support = await codeModes[mode].load();
      // A language whose code arrives after another was chosen is ignored.
      if (requestedMode === mode) view.dispatch({ effects: language.reconfigure(support) });
    },
    end: (): void => view.destroy(),
  };
};

const usual: readonly Extension[] = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  syntaxHighlighting(classHighlighter),
  EditorState.tabSize.of(TAB_SIZE),
  indentUnit.of(' '.repeat(TAB_SIZE)),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
];

const factsOf = ({ attributes, readOnly, phrases }: CodeFacts): readonly Extension[] => [
  EditorView.contentAttributes.of({ ...attributes }),
  EditorState.readOnly.of(readOnly),
  EditorState.phrases.of({ ...phrases }),
];
