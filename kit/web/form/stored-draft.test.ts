// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../session/session.ts';
import { storeDraft, storedDraft, abandonedDraft } from './stored-draft.ts';

const person = (username: string) => ({ username, realname: username, roleLevel: 100 });
const work = { values: { name: 'half' } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  beginSession('t1', person('ada'));
});

test('work outlives the session for the same person, and no other ever sees it', () => {
  storeDraft('/network/station station add', work);
  endSession('expired');
  expect(storedDraft('/network/station station add')).toBeUndefined();
  beginSession('t2', person('ben'));
  expect([storedDraft('/network/station station add'), abandonedDraft('/network/station ')]).toEqual([undefined, undefined]);
  storeDraft('/network/station station add', null);
  endSession('left');
  vi.setSystemTime(1_800_000_060_000);
  beginSession('t3', person('ada'));
  expect(storedDraft('/network/station station add')?.value).toEqual(work);
  expect(abandonedDraft('/network/station station ')?.value).toEqual(work);
  expect(abandonedDraft('/network/agent agent ')).toBeUndefined();
  storeDraft('/network/station station add', null);
  expect(storedDraft('/network/station station add')).toBeUndefined();
});

test('what another tab of the same sign-in is busy with is not opened here by itself', () => {
  storeDraft('/a n add', work);
  expect(abandonedDraft('/a n ')?.value).toEqual(work);
  sessionStorage.clear();
  expect(abandonedDraft('/a n ')).toBeUndefined();
  expect(storedDraft('/a n add')?.value).toEqual(work);
});

test('it is bounded in number, length and time, and bears what others left there', () => {
  for (let n = 0; n < 20; n++) {
    vi.setSystemTime(1_800_000_000_000 + n);
    storeDraft(`/a n ${n}`, work);
  }
  expect([storedDraft('/a n 3'), storedDraft('/a n 4')?.value]).toEqual([undefined, work]);
  storeDraft('/a n long', { text: 'x'.repeat(100_001) });
  expect(storedDraft('/a n long')).toBeUndefined();
  vi.setSystemTime(1_800_000_000_000 + 5 * 86_400_000);
  expect(storedDraft('/a n 19')).toBeUndefined();
  localStorage.setItem('enhance_work_ada', '{broken');
  expect(storedDraft('/a n 19')).toBeUndefined();
});
