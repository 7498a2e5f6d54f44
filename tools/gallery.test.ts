import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Exports that are not widgets, or that belong to whole pages, which the journeys check. */
const elsewhere: Readonly<Record<string, string>> = {
  'kit/web/dialogs/feedback.tsx': 'what is said above all pages',
  'kit/web/code-loading/error-boundary.tsx': 'draws what it is given, or what is said instead when that breaks',
  'kit/web/code-loading/lazy-component.tsx': 'draws what it is given, when that is here',
  'kit/web/live/live.tsx': 'a line to the server, without a look of its own',
  'kit/web/code-loading/chunk-load-error-root.tsx': 'what is said below all pages',
  'kit/web/calls/query.tsx': 'what pages stand below',
  'kit/web/theme/ui-root.tsx': 'what pages stand below',
  'kit/web/step-up/step-up-root.tsx': 'opens the dialog, which is shown',
  'kit/web/session/session-error-root.tsx': 'dialogs of a session that has ended',
  'kit/web/list/actions/state-switch.tsx': 'changes a row of a noun',
  'kit/web/advanced/advanced-button.tsx': 'part of a list',
  'kit/web/kinds/multi-ref-input.tsx': 'hands over to the picker of its noun, which is shown',
  'kit/web/page/glyph.tsx': 'the signs of buttons and fields, which are shown',
  'kit/web/page/qr-code.tsx': 'a picture of a key, which comes from the server each time',
  'kit/web/edit-table/rows-input.tsx': 'the editable table as an input of a form',
  'kit/web/report/popup-cell.tsx': 'comes with a cell of the editable table, which is shown',
  'kit/web/personal/full-sheet-button.tsx': 'part of a list',
  'kit/web/list/': 'the list of a noun: journeys look at whole lists',
  'kit/web/year/': 'the parts of the editors of months and periods, which journeys use',
};

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/u.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));

/** The files that a file imports, including those that it imports later. */
const importsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(?<to>[^']+)'/gu)].flatMap(({ groups }) => {
    const to = groups?.['to'] ?? '';
    if (to.startsWith('#')) return [to.slice(1)];
    return to.startsWith('.') ? [path.join(path.dirname(file), to)] : [];
  });

const reachedFrom = (starts: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> => {
  const reached = new Set(starts);
  for (const file of reached) for (const next of importsOf(file)) if (known.has(next)) reached.add(next);
  return reached;
};

const kit = filesBelow('kit/web');
const exhibits = [...kit, ...filesBelow('domains'), ...filesBelow('apps/web')].filter((file) => /\.exhibit(?:\.web)?\.tsx$/u.test(file));
const widgets = kit.filter((file) => file.endsWith('.tsx') && !/\.(?:test|fixture|exhibit)\./u.test(file));

test('every widget of the kit is drawn by an exhibit, or it is said why not', () => {
  const shown = reachedFrom(
    exhibits.filter((file) => file.startsWith('kit/')),
    new Set(kit),
  );
  const excused = (file: string) => Object.keys(elsewhere).some((index) => file === index || (index.endsWith('/') && file.startsWith(index)));
  expect(widgets.filter((file) => !shown.has(file) && !excused(file))).toEqual([]);
  expect(Object.keys(elsewhere).filter((index) => !widgets.some((file) => file.startsWith(index)))).toEqual([]);
});

test('every exhibit hangs in the gallery', () => {
  const lists = ['apps/web/gallery/exhibits.ts', 'domains/system/web.ts', 'domains/identity/web.ts'];
  const hung = new Set(lists.flatMap(importsOf));
  expect(exhibits.filter((file) => !hung.has(file))).toEqual([]);
});
