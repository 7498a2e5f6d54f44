import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardApi } from '#domains/customer/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { addCard, addPerson, brokenInvariants, startMoneyTestbed } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi } from '../resources.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

const balanceOf = async (icCardId: string) => (await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: icCardId })).cardBalance;

describe('Excel', () => {
  const sheet = async (rows: readonly (readonly (string | number)[])[]) => {
    const { writeXlsx } = await import('hucre/xlsx');
    return writeXlsx({ sheets: [{ name: 's', rows: rows.map((row) => [...row]) }] });
  };
  const upload = async (viewer: Viewer, bytes: Uint8Array, key: string = randomUUID()) => {
    const form = new FormData();
    form.append('files[]', new Blob([new Uint8Array(bytes)]), 'recharges.xlsx');
    const headers = { 'idempotency-key': key };
    return (await (await testbed.server.fetch(viewer, rechargeApi.importExcel.path, { method: 'POST', body: form, headers })).json()) as {
      code: number;
      success: boolean;
      message: string;
      result: { successCount: number; errorCount: number; fileUrl?: string };
    };
  };

  test('recharges many at once by the numbers people know; bad rows move nothing and come back with their reason', async () => {
    const [one, two] = [await addCard(testbed, testbed.tenantStaff), await addCard(testbed, testbed.tenantStaff)];
    const [custPhone, masked] = ['13800707070', '138****7070'];
    const person = await addPerson(testbed, testbed.tenantStaff, { custPhone });
    expect(person.custPhone).toBe(masked);
    const template = await testbed.server.fetch(testbed.tenantStaff, rechargeApi.exportTemplate.path);
    const { readXlsx } = await import('hucre/xlsx');
    const header = (await readXlsx(new Uint8Array(await template.arrayBuffer()))).sheets[0]?.rows[0] ?? [];
    expect(header).toEqual(['Party type *', 'Party', 'Account', 'Amount *', 'Paid by *', 'Invoice code', 'Invoice number']);
    const bytes = await sheet([
      header.map(String),
      ['IC card', '', one.icCardNo, '12.50', 'Cash'],
      ['IC card', two.icCardId, '', 20, 'WeChat', '0110', '777'],
      ['Phone user', '', custPhone, '7.00', 'Cash'],
      ['IC card', '', 'NO-SUCH', '5', 'Cash'],
      ['IC card', '', one.icCardNo, '-5', 'Cash'],
      ['IC card', '', one.icCardNo, '1.234', 'Cash'],
      ['IC card', '', one.icCardNo, '0', 'Cash'],
      ['IC card', '', one.icCardNo, '99999999999', 'Cash'],
      // In an exported sheet the number is masked.
      ['Phone user', '', masked, '7.00', 'Cash'],
    ]);
    const answers = await Promise.all([upload(testbed.tenantStaff, bytes, 'sheet-1'), upload(testbed.tenantStaff, bytes, 'sheet-1')]);
    for (const answer of answers) expect(answer).toMatchObject({ code: 201, success: true, result: { successCount: 3, errorCount: 6 } });
    const otherSheet = await upload(testbed.tenantStaff, await sheet([header.map(String), ['IC card', '', one.icCardNo, '3', 'Cash']]), 'sheet-1');
    expect(otherSheet).toMatchObject({ success: false, code: 422 });
    expect([await balanceOf(one.icCardId), await balanceOf(two.icCardId)]).toEqual(['12.50', '20.00']);
    const [file] = await testbed.server.database.asSuperuser<{ body: Buffer }>('SELECT body FROM made_file WHERE name = $1', [
      answers[0]?.result.fileUrl?.split('/').at(-1),
    ]);
    const reasons = (await readXlsx(new Uint8Array(file?.body ?? Buffer.alloc(0)))).sheets[0]?.rows.slice(1).map((row) => row.slice(0, 2));
    expect(reasons).toEqual([
      [5, 'No IC card has the account NO-SUCH'],
      [6, 'Amount cannot be less than 0'],
      [7, 'Amount may have 2 decimals at most'],
      [8, 'The amount must be above zero'],
      [9, 'Amount cannot be more than 10000000'],
      [10, 'Account is shown in part only and cannot be saved so: give it in full'],
    ]);
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('what is no workbook is refused and changes nothing', async () => {
    expect(await upload(testbed.tenantStaff, Buffer.from('not a workbook'))).toMatchObject({ success: false });
    expect(await upload(testbed.tenantStaff, Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2_000, 7)]))).toMatchObject({ success: false });
  });
});
