// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../session/session.ts';
import { keepWork, keptWork, leftWork } from './kept-work.ts';

const person = (username: string) => ({ username, realname: username, roleLevel: 100 });
const work = { values: { name: 'half' } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  beginSession('t1', person('ada'));
});

test('work outlives the session for the same person, and no other ever sees it', () => {
  keepWork('/network/station station add', work);
  endSession('expired');
  expect(keptWork('/network/station station add')).toBeUndefined();
  beginSession('t2', person('ben'));
  expect([keptWork('/network/station station add'), leftWork('/network/station ')]).toEqual([undefined, undefined]);
  keepWork('/network/station station add', null);
  endSession('left');
  vi.setSystemTime(1_800_000_060_000);
  beginSession('t3', person('ada'));
  expect(keptWork('/network/station station add')?.value).toEqual(work);
  expect(leftWork('/network/station station ')?.value).toEqual(work);
  expect(leftWork('/network/agent agent ')).toBeUndefined();
  keepWork('/network/station station add', null);
  expect(keptWork('/network/station station add')).toBeUndefined();
});

test('what another tab of the same sign-in is busy with is not opened here by itself', () => {
  keepWork('/a n add', work);
  expect(leftWork('/a n ')?.value).toEqual(work);
  sessionStorage.clear();
  expect(leftWork('/a n ')).toBeUndefined();
  expect(keptWork('/a n add')?.value).toEqual(work);
});

test('it is bounded in number, length and time, and bears what others left there', () => {
  for (let n = 0; n < 20; n++) {
    vi.setSystemTime(1_800_000_000_000 + n);
    keepWork(`/a n ${n}`, work);
  }
  expect([keptWork('/a n 3'), keptWork('/a n 4')?.value]).toEqual([undefined, work]);
  keepWork('/a n long', { text: 'x'.repeat(100_001) });
  expect(keptWork('/a n long')).toBeUndefined();
  vi.setSystemTime(1_800_000_000_000 + 5 * 86_400_000);
  expect(keptWork('/a n 19')).toBeUndefined();
  localStorage.setItem('enhance_work_ada', '{broken');
  expect(keptWork('/a n 19')).toBeUndefined();
});
