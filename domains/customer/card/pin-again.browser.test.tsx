import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FormDrawer } from '#kit/web/form/form-drawer.tsx';
import { languageStore } from '#kit/web/language.ts';
import { beginSession } from '#kit/web/session/session.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { PasswordDialog } from './card-dialogs.web.tsx';
import { cardLabels } from './card.labels.ts';
import { card, cardApi } from './card.ts';
import { cardInputs } from './pin-confirmation.web.tsx';

let sent: unknown[];
beforeEach(() => {
  languageStore.set('en_US');
  beginSession('token', { id: '7', username: 'ann', realname: 'Ann', roleLevel: 999 });
  sent = [];
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => {
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body));
    const told = JSON.stringify({ success: true, code: 200, message: '', result: {}, timestamp: 0 });
    return Promise.resolve(new Response(told, { status: 200, headers: { 'content-type': 'application/json' } }));
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
});

const DIFFER = 'The passwords entered twice are different';
const type = (label: string, text: string) => page.getByLabelText(label, { exact: true }).fill(text);

test('a new password is typed twice, and the second one is sent nowhere', async () => {
  const row = { icCardId: '5001', icCardNo: 'CARD0001' } as RowOf<typeof card.fields>; // the dialog uses no other member
  show(<PasswordDialog row={row} onClose={() => undefined} />);
  const save = () => page.getByRole('button', { name: 'OK' }).click();
  await type('Card password', '135790');
  await save();
  await expect.element(page.getByText(DIFFER)).toBeVisible();
  await type('Password again', '135791');
  await save();
  expect(sent).toEqual([]);
  await type('Password again', '135790');
  await save();
  await expect.poll(() => sent).toEqual([{ icCardId: '5001', cardPwd: '135790', csrReason: null }]);
});

test('in the form of a new card it is asked for again as soon as there is one', async () => {
  show(
    <FormDrawer
      open
      of={card}
      api={cardApi}
      labels={cardLabels}
      fields={['icCardNo', 'cardPwd', 'cardPeople']}
      inputs={cardInputs}
      onClose={() => undefined}
    />,
  );
  const save = () => page.getByRole('button', { name: 'Save' }).click();
  await type('Card number', 'CARD0002');
  await expect.poll(() => page.getByLabelText('Password again').elements()).toEqual([]);
  await type('Card password', '135790');
  await type('Password again', '13579');
  await userEvent.tab();
  await expect.element(page.getByText(DIFFER)).toBeVisible();
  await save();
  expect(sent).toEqual([]);
  await type('Password again', '135790');
  await save();
  await expect.poll(() => sent).toContainEqual({ icCardNo: 'CARD0002', cardPwd: '135790', cardPeople: null, canDiscount: 1 });
});
