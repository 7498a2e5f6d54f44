import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Words } from '#kit/fields/words.ts';
import { crud } from '#kit/resource/crud.ts';
import { readRights } from '#kit/resource/rights/rights.ts';
import { charger, chargerLabels } from '#kit/web/gallery/charger.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { permissionStore } from '#kit/web/permissions/use-permission.ts';
import { tabTo } from '#kit/web/testing/keys.fixture.ts';
import { expectKeyboardOpening } from '#kit/web/testing/keyboard-opening.fixture.ts';
import type { KeyboardOpening } from '#kit/web/testing/keyboard-opening.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { serveGallery } from './answers.fixture.ts';
import { folders } from './exhibits.ts';

const say = (text: string): Words => [text, text, text];
const actions = ['First', 'Second', 'Third', 'Fourth'].map((text) => ({ key: text, label: say(text), allow: 'signedIn', run: () => undefined }));
const Chargers = () => <ListPage of={charger} api={crud(charger)} labels={chargerLabels} rowActions={actions} stateIn="url" />;

const exhibits = (await Promise.all(folders.map((load) => load()))).flatMap((folder) => folder.exhibits);

beforeEach(async () => {
  await freshPage(1280, 900);
  window.location.hash = '/';
});

const shown = (exhibit: string, state: string): HTMLElement => {
  const found = exhibits.find(({ name }) => name === exhibit);
  const Shown = { ...found?.states, ...Object.fromEntries((found?.more ?? []).map((one) => [one.name, one.Shown])) }[state];
  expect(Shown, `${exhibit} ${state}`).toBeDefined();
  return show(Shown && <Shown />);
};

const list = { from: '[role="combobox"]', keys: '{ArrowDown}', opened: '.ant-select-dropdown' };
/** Typed over the existing text. */
const typed = (text: string) => ({
  keys: `{Control>}a{/Control}${text}{Enter}`,
  result: async () => {
    await expect.poll(() => document.querySelector('input')?.value).toBe(text);
  },
});
const calendar = { from: 'input', opened: '.ant-picker-dropdown' };
const dialog = { from: 'button', opened: '[role="dialog"]' };

/** The toolbar is one tab stop; Shift and Tab lead from its first button back to the input. */
const tool = (back: number) => ({ from: '.ed-tools [tabindex="0"]', keys: `${'{ArrowLeft}'.repeat(back)}{Enter}`, opened: '[role="dialog"]' });

const cases: readonly (readonly [string, string, KeyboardOpening])[] = [
  ['input-day', 'filled', { ...calendar, work: typed('2026-02-03') }],
  ['input-instant', 'filled', { ...calendar, work: typed('2026-02-03 04:05:06') }],
  ['input-timeOfDay', 'filled', { ...calendar, work: typed('04:05') }],
  ['report-page', 'filled', { ...calendar, from: '.ant-picker input', back: '.ant-picker [date-range="end"]' }],
  ['input-choice', 'filled', list],
  ['input-choices', 'filled', list],
  ['input-zone', 'filled', list],
  ['treeSelect', 'filled', list],
  ['treeInput', 'filled', list],
  ['areaCascader', 'filled', list],
  ['areaSelects', 'filled', list],
  ['asyncSelect', 'filled', list],
  ['dictSelect', 'filled', list],
  ['dictSearch', 'filled', list],
  ['pick-ref', 'empty', list],
  ['cron-input', 'filled', dialog],
  ['report-picker', 'filled', { ...dialog, from: 'input' }],
  ['business-picker', 'filled', { ...dialog, from: 'input' }],
  ['pick-users', 'filled', { ...dialog, from: 'input' }],
  ['pick-depart', 'filled', { ...dialog, from: 'input' }],
  ['pick-departs', 'filled', { ...dialog, from: 'input' }],
  ['treePicker', 'filled', dialog],
  ['queryBuilder', 'filled', dialog],
  ['dialog', 'filled', dialog],
  ['prompt', 'filled', dialog],
  ['step-up', 'empty', dialog],
  ['conflict', 'filled', dialog],
  ['import-choose', 'dialog', dialog],
  ['upload-files', 'dialog', dialog],
  ['upload-pictures', 'filled', { from: '.ant-image', opened: '.ant-image-preview' }],
  ['editor-code', 'filled', list],
  ['editor-rich', 'empty', tool(6)],
  ['editor-markdown', 'empty', tool(3)],
  ['details', 'invalid', dialog],
  ['editTable', 'details', dialog],
];

test.each(cases)('%s, %s', async (exhibit, state, opening) => {
  serveGallery();
  await expectKeyboardOpening(shown(exhibit, state), opening);
});

const onList: readonly (readonly [string, KeyboardOpening])[] = [
  ['the row menu', { from: '.co-actions .co-link:has(.co-caret)', opened: '.ant-dropdown' }],
  ['the columns', { from: '[aria-label="Columns"]', opened: '.ant-popover' }],
  ['the views', { from: '.co-toolbar-side .ant-dropdown-trigger', opened: '.ant-dropdown' }],
];

test.each(onList)('%s of a list', async (_what, opening) => {
  serveGallery();
  await expectKeyboardOpening(show(<Chargers />), opening);
});

test('what is done with many rows', async () => {
  permissionStore.set(readRights([{ action: '*' }], []));
  serveGallery();
  const place = show(<Chargers />);
  await expect.element(page.getByText('North gate')).toBeVisible();
  const tick = page.getByRole('checkbox').last();
  await tabTo(tick);
  await userEvent.keyboard(' ');
  await expectKeyboardOpening(place, { ...dialog, from: '.co-toolbar .ant-btn-dangerous' });
  await userEvent.keyboard('{Enter}');
  const run = page.getByRole('button', { name: 'Delete (1)' });
  await tabTo(run);
  await userEvent.keyboard('{Enter}');
  await tabTo(page.getByRole('button', { name: 'Select the refused ones' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('1 selected')).toBeVisible();
});
