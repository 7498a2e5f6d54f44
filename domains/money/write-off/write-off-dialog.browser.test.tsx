import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { beginSession } from '#kit/web/session/session.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { WriteOffButton } from './write-off-dialog.web.tsx';

const owing = {
  mainPartType: 2,
  mainPartId: '5001',
  mainPartNo: 'CARD0001',
  mainPartName: 'Han Mei',
  tenantId: '1',
  tenantName: 'T',
  currency: 'CNY',
};
const wallet = {
  ...owing,
  balance: '0.00',
  heldBal: '0.00',
  availableBal: '0.00',
  owedBal: '30.00',
  poolCustId: null,
  poolCustName: null,
  holds: [],
};

let sent: unknown[];
beforeEach(async () => {
  await freshPage(900, 700, 'writeOff:add');
  beginSession('token', { id: '7', username: 'ann', realname: 'Ann', roleLevel: 999 });
  sent = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body));
    const result = url.includes('/money/wallet/balance') ? wallet : {};
    const answer = JSON.stringify({ success: true, code: 200, message: '', result, timestamp: 0 });
    return Promise.resolve(new Response(answer, { status: 200, headers: { 'content-type': 'application/json' } }));
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
});

test('all that is owed stands there to be written off, and it takes a reason', async () => {
  show(<WriteOffButton party={{ mainPartType: 2, mainPartId: '5001' }} />);
  await page.getByRole('button', { name: 'Write off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write off what Han Mei owes' });
  await expect.element(dialog.getByLabelText('Amount')).toHaveValue('30.00');
  const send = () => dialog.getByRole('button', { name: 'Write off' }).click();
  await send();
  expect(sent).toEqual([]);
  await dialog.getByLabelText('Reason').fill('moved away');
  await send();
  await expect.poll(() => sent).toEqual([{ mainPartType: 2, mainPartId: '5001', rrMoney: '30.00', reason: 'moved away' }]);
});
