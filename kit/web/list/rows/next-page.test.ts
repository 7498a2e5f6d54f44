import { expect, test } from 'vitest';
import { pageAfterChange } from './next-page.ts';

test('a pager turns pages, and begins anew with another size', () => {
  expect(pageAfterChange({ pageNo: 3, pageSize: 10 }, 4, 10)).toEqual({ pageNo: 4, pageSize: 10 });
  expect(pageAfterChange({ pageNo: 9, pageSize: 10 }, 9, 30)).toEqual({ pageNo: 1, pageSize: 30 });
});
