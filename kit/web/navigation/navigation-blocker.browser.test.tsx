import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { beginSession } from '../session/session.ts';
import { freshPage } from '../testing/fresh-page.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import { useUnsavedChangesGuard } from './unsaved-changes.ts';

const Editor = () => {
  const [text, setText] = useState('');
  useUnsavedChangesGuard(text !== '', ({ params }) => params.get('part') !== null);
  return <input aria-label="text" value={text} onChange={(event) => setText(event.target.value)} />;
};
const Pages = () => {
  const { pathname, search } = useLocation();
  return (
    <>
      <p>at {pathname + search}</p>
      <Link to="/other">other</Link>
      <Link to="/edit?part=2">next part</Link>
      {pathname === '/edit' ? <Editor /> : <Link to="/edit">edit</Link>}
    </>
  );
};

const at = (address: string) => page.getByText(`at ${address}`, { exact: true });
const stay = page.getByRole('button', { name: 'Keep editing' });
const discard = page.getByRole('button', { name: 'Discard' });
const typed = page.getByLabelText('text');

beforeEach(async () => {
  await freshPage(1280, 800);
  beginSession('token', { id: '7', username: 'ann', realname: 'Ann', roleLevel: 999 });
  window.location.hash = '#/start';
  show(<Pages />);
  await expect.element(at('/start')).toBeVisible();
  await page.getByRole('link', { name: 'edit' }).click();
  await typed.fill('half a word');
});

const ways: readonly (readonly [string, string, () => unknown])[] = [
  ['a link', '/other', () => page.getByRole('link', { name: 'other' }).click()],
  ['the browser’s back button', '/start', () => window.history.back()],
  ['an address typed by hand', '/typed', () => (window.location.hash = '#/typed')],
];
test.each(ways)('%s asks before changes are lost, and goes on once they may be', async (_way, goal, go) => {
  await go();
  await stay.click();
  await expect.element(at('/edit')).toBeVisible();
  expect(window.location.hash).toBe('#/edit');
  await expect.element(typed).toHaveValue('half a word');
  await go();
  await discard.click();
  await expect.element(at(goal)).toBeVisible();
  expect(window.location.hash).toBe(`#${goal}`);
});

test('the way back from a typed address asks as well', async () => {
  await typed.fill('');
  window.location.hash = '#/typed';
  await expect.element(at('/typed')).toBeVisible();
  window.location.hash = '#/edit';
  await typed.fill('more');
  window.history.back();
  await stay.click();
  await expect.element(at('/edit')).toBeVisible();
  await expect.element(typed).toHaveValue('more');
});

test('what belongs to the same work, or has no changes, is not asked about', async () => {
  await page.getByRole('link', { name: 'next part' }).click();
  await expect.element(at('/edit?part=2')).toBeVisible();
  await typed.fill('');
  await page.getByRole('link', { name: 'other' }).click();
  await expect.element(at('/other')).toBeVisible();
  expect(stay.elements()).toEqual([]);
});

test('two moves at once are one question, and the second is where it leads', async () => {
  window.history.back();
  await expect.element(stay).toBeVisible();
  window.location.hash = '#/typed';
  await expect.poll(() => window.location.hash).toBe('#/edit');
  expect(stay.elements()).toHaveLength(1);
  await discard.click();
  await expect.element(at('/typed')).toBeVisible();
});

test('the window is held while there are changes', async () => {
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(closing()).toBe(true);
  await typed.fill('');
  expect(closing()).toBe(false);
});
