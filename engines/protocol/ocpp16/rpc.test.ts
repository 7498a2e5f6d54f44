import { describe, expect, test } from 'vitest';
import { ANSWER_TIMEOUT_MS, BAD_IN_ROW_MAX, openRpc, OWED_MAX, stepRpc, WAITING_MAX, type OutCall, type RpcInput, type RpcOutput } from './rpc.ts';

/** A state machine whose outputs are collected and whose inputs come from the test. */
const machine = () => {
  let session = openRpc<string>('p-');
  return {
    step: (input: RpcInput<string>): readonly RpcOutput<string>[] => {
      const next = stepRpc(session, input);
      session = next.session;
      return next.outputs;
    },
    get session() {
      return session;
    },
  };
};
const hear = (text: string, atMs = 0): RpcInput<string> => ({ kind: 'text', text, atMs });
const say = (subject: string, more: Partial<OutCall<string>> = {}, atMs = 0): RpcInput<string> => ({
  kind: 'call',
  atMs,
  call: { subject, action: 'ClearCache', payload: {}, ...more },
});
const sent = (outputs: readonly RpcOutput<string>[]) => outputs.flatMap((output) => (output.kind === 'send' ? [output.text] : []));
const ended = (outputs: readonly RpcOutput<string>[]) =>
  outputs.flatMap((output) => (output.kind === 'settled' ? [[output.call.subject, output.outcome.ok ? 'ok' : output.outcome.reason]] : []));

describe('calls of the station', () => {
  test('are handed out and answered under their id', () => {
    const m = machine();
    expect(m.step(hear('[2,"a1","Heartbeat",{}]'))).toEqual([{ kind: 'serve', id: 'a1', action: 'Heartbeat', payload: {} }]);
    expect(sent(m.step({ kind: 'reply', id: 'a1', reply: { ok: true, payload: { currentTime: 'now' } } }))).toEqual([
      '[3,"a1",{"currentTime":"now"}]',
    ]);
    expect(m.session.owed).toEqual([]);
  });

  test('are served at once while a call of ours is pending', () => {
    const m = machine();
    m.step(say('start'));
    expect(m.step(hear('[2,"x","Authorize",{"idTag":"A"}]'))).toMatchObject([{ kind: 'serve', action: 'Authorize' }]);
    expect(sent(m.step({ kind: 'reply', id: 'x', reply: { ok: true, payload: {} } }))).toEqual(['[3,"x",{}]']);
    expect(m.session.pending?.call.subject).toBe('start');
  });

  test('two in parallel are both served, a repeated id in work is not', () => {
    const m = machine();
    expect(m.step(hear('[2,"a","Heartbeat",{}]'))).toMatchObject([{ kind: 'serve' }]);
    expect(m.step(hear('[2,"b","Heartbeat",{}]'))).toMatchObject([{ kind: 'serve' }]);
    expect(m.step(hear('[2,"a","Heartbeat",{}]'))).toMatchObject([{ kind: 'note', problem: 'duplicate' }]);
    m.step({ kind: 'reply', id: 'a', reply: { ok: true, payload: {} } });
    // A station that counts from 1 again after a restart reuses its ids.
    expect(m.step(hear('[2,"a","Heartbeat",{}]'))).toMatchObject([{ kind: 'serve' }]);
  });

  test('too many at once are refused, none is lost', () => {
    const m = machine();
    for (let n = 0; n < OWED_MAX; n += 1) expect(m.step(hear(`[2,"${n}","Heartbeat",{}]`))).toMatchObject([{ kind: 'serve' }]);
    expect(sent(m.step(hear('[2,"more","Heartbeat",{}]')))).toEqual(['[4,"more","GenericError","too many calls at once",{}]']);
    m.step({ kind: 'reply', id: '0', reply: { ok: true, payload: {} } });
    expect(m.step(hear('[2,"more","Heartbeat",{}]'))).toMatchObject([{ kind: 'serve' }]);
  });

  test('an answer nobody is owed stays unsaid', () => {
    expect(machine().step({ kind: 'reply', id: 'ghost', reply: { ok: true, payload: {} } })).toEqual([]);
  });
});

test('what a station answers is handed on without characters that cannot be stored', () => {
  const m = machine();
  m.step(say('first'));
  m.step(say('second'));
  expect(m.step(hear(String.raw`[3,"p-1",{"a\u0000":["\ud83d","\ud83d\ude00"]}]`))).toMatchObject([
    { kind: 'settled', outcome: { payload: { 'a\uFFFD': ['\uFFFD', '😀'] } } },
    { kind: 'send' },
  ]);
  expect(m.step(hear(String.raw`[4,"p-2","A\u0000","B\ude00",{}]`))).toMatchObject([
    { kind: 'settled', outcome: { code: 'A\uFFFD', description: 'B\uFFFD' } },
  ]);
});

describe('unreadable messages', () => {
  test.each([
    ['broken JSON', '{', []],
    ['an object', '{}', []],
    ['no id', '[2]', []],
    ['an id that is a number', '[2,5,"Heartbeat",{}]', []],
    ['an unknown message type', '[5,"a",{}]', []],
    ['a call of three parts', '[2,"a","Heartbeat"]', ['[4,"a","FormationViolation","a call has four parts",{}]']],
    ['a call of five parts', '[2,"a","Heartbeat",{},1]', ['[4,"a","FormationViolation","a call has four parts",{}]']],
    ['an action that is no name', '[2,"a",7,{}]', ['[4,"a","FormationViolation","the action is no name",{}]']],
    [
      'an id of 37 characters',
      `[2,"${'i'.repeat(37)}","Heartbeat",{}]`,
      [`[4,"${'i'.repeat(37)}","FormationViolation","message id longer than 36 characters",{}]`],
    ],
    ['an id of 256 characters', `[2,"${'i'.repeat(256)}","Heartbeat",{}]`, []],
    ['an over-long id of an answer', `[3,"${'i'.repeat(40)}",{}]`, []],
  ])('%s', (_name, text, answers) => {
    const m = machine();
    const outputs = m.step(hear(text));
    expect(outputs[0]).toMatchObject({ kind: 'note', problem: 'bad' });
    expect(sent(outputs)).toEqual(answers);
    expect(m.step(hear('[2,"good","Heartbeat",{}]'))).toMatchObject([{ kind: 'serve', id: 'good' }]);
  });

  test('binary messages count as unreadable', () => {
    expect(machine().step({ kind: 'binary', atMs: 0 })).toMatchObject([{ kind: 'note', problem: 'bad' }]);
  });

  test('a hundred in a row end the connection, and what waited is told', () => {
    const m = machine();
    m.step(say('pending'));
    m.step(say('waiting'));
    for (let n = 1; n < BAD_IN_ROW_MAX; n += 1) m.step(hear('junk'));
    const last = m.step(hear('junk'));
    expect(last.at(-1)).toMatchObject({ kind: 'hangUp', code: 1002 });
    expect(ended(last)).toEqual([
      ['pending', 'lost'],
      ['waiting', 'unsent'],
    ]);
    expect(m.step(hear('[2,"a","Heartbeat",{}]'))).toEqual([]);
  });

  test('a good one in between starts the count anew', () => {
    const m = machine();
    for (let n = 1; n < BAD_IN_ROW_MAX; n += 1) m.step(hear('junk'));
    m.step(hear('[2,"a","Heartbeat",{}]'));
    expect(m.step(hear('junk'))).toMatchObject([{ kind: 'note', problem: 'bad' }]);
  });
});

describe('calls of ours', () => {
  test('go one at a time, in order', () => {
    const m = machine();
    expect(sent(m.step(say('one')))).toEqual(['[2,"p-1","ClearCache",{}]']);
    expect(sent(m.step(say('two')))).toEqual([]);
    const outputs = m.step(hear('[3,"p-1",{"status":"Accepted"}]'));
    expect(ended(outputs)).toEqual([['one', 'ok']]);
    expect(sent(outputs)).toEqual(['[2,"p-2","ClearCache",{}]']);
    expect(ended(m.step(hear('[4,"p-2","NotSupported","no",{}]')))).toEqual([['two', 'refused']]);
  });

  test('an urgent one passes those that wait, but no urgent one', () => {
    const m = machine();
    for (const name of ['pending', 'slow']) m.step(say(name));
    m.step(say('stop 1', { urgent: true }));
    m.step(say('stop 2', { urgent: true }));
    expect(m.session.waiting.map(({ subject }) => subject)).toEqual(['stop 1', 'stop 2', 'slow']);
  });

  test('time out after 30 s, free the slot, and are still recognised late', () => {
    const m = machine();
    m.step(say('one'));
    m.step(say('two'));
    expect(m.step({ kind: 'tick', atMs: ANSWER_TIMEOUT_MS - 1 })).toEqual([]);
    const outputs = m.step({ kind: 'tick', atMs: ANSWER_TIMEOUT_MS });
    expect(ended(outputs)).toEqual([['one', 'timeout']]);
    expect(sent(outputs)).toEqual(['[2,"p-2","ClearCache",{}]']);
    expect(m.step(hear('[3,"p-1",{}]'))).toMatchObject([{ kind: 'settled', late: true, call: { subject: 'one' } }]);
    expect(m.step(hear('[3,"p-1",{}]'))).toMatchObject([{ kind: 'note', problem: 'stray' }]);
    expect(m.session.pending?.call.subject).toBe('two');
  });

  test('are not sent past their deadline', () => {
    const m = machine();
    m.step(say('slow'));
    m.step(say('start', { deadlineMs: 1_000 }));
    m.step(say('after'));
    const outputs = m.step(hear('[3,"p-1",{}]', 1_000));
    expect(ended(outputs)).toEqual([
      ['slow', 'ok'],
      ['start', 'expired'],
    ]);
    expect(sent(outputs)).toEqual(['[2,"p-2","ClearCache",{}]']);
  });

  test('wait in a bounded queue in which a stop still finds room', () => {
    const m = machine();
    for (let n = 0; n <= WAITING_MAX; n += 1) expect(ended(m.step(say(`${n}`)))).toEqual([]);
    expect(ended(m.step(say('more')))).toEqual([['more', 'queueFull']]);
    expect(ended(m.step(say('stop', { urgent: true })))).toEqual([[`${WAITING_MAX}`, 'queueFull']]);
    expect(m.session.waiting).toHaveLength(WAITING_MAX);
    expect(m.session.waiting[0]?.subject).toBe('stop');
  });

  test('an answer to nothing is noted', () => {
    expect(machine().step(hear('[3,"nothing",{}]'))).toMatchObject([{ kind: 'note', problem: 'stray' }]);
    expect(machine().step(hear('[4,"nothing","GenericError","",{}]'))).toMatchObject([{ kind: 'note', problem: 'stray' }]);
  });

  test('a close tells those who wait, later calls are not sent, and late frames change nothing', () => {
    const m = machine();
    m.step(say('pending'));
    m.step(say('waiting'));
    expect(ended(m.step({ kind: 'close' }))).toEqual([
      ['pending', 'lost'],
      ['waiting', 'unsent'],
    ]);
    expect(ended(m.step(say('later')))).toEqual([['later', 'unsent']]);
    expect(m.step(hear('[3,"p-1",{}]'))).toEqual([]);
  });
});
