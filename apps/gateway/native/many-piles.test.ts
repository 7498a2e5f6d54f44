import { setImmediate as turn } from 'node:timers/promises';
import { pileInfo } from '#engines/protocol/native/testing/plain-messages.ts';
import { createGate } from '#kit/test/gate.ts';
import { describe, expect, it } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { accountQuery, dial, TestPile } from './testing/pile.ts';
import { connectPile, open } from './testing/listener.ts';

describe('many piles', () => {
  it('500 of them reconnect at once and every one is served', async () => {
    const testbed = await open();
    const codes = Array.from({ length: 500 }, (_, i) => `CP${String(i).padStart(8, '0')}`);
    const connectAll = () => Promise.all(codes.map((cpCode) => connectPile(testbed, { cpCode })));
    const before = await connectAll();
    const began = Date.now();
    for (const pile of before) pile.socket.destroy();
    const piles = await connectAll();
    const answers = await Promise.all(piles.flatMap((pile) => [pile.sendRequest(pileInfo), pile.sendRequest(accountQuery('X'))]));
    expect(answers.filter(({ message }) => 'result' in message.body && message.body.result === 0)).toHaveLength(1_000);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(testbed.registry.size).toBe(500);
    expect([...testbed.backend.epochs.values()].every((epoch) => epoch === 2)).toBe(true);
    expect(testbed.backend.alarms).toEqual([]);
    expect(testbed.listener.counts.refusedLogins).toBe(0);
  });

  it('one that reconnects 100 times without a pause costs five logins and disturbs nobody', async () => {
    const testbed = await open();
    const good = await connectPile(testbed, { cpCode: 'CP77777777' });
    const results: number[] = [];
    const undisturbed: unknown[] = [];
    for (let i = 0; i < 100; i += 1) {
      const pile = new TestPile(await dial(testbed.listener.port));
      results.push(await pile.loginResult());
      pile.socket.destroy();
      if (i % 10 === 0) undisturbed.push((await good.sendRequest(pileInfo)).message);
    }
    expect(undisturbed).toEqual(Array.from({ length: 10 }, () => ({ type: '0101', body: { result: 0 } })));
    expect(results.filter((result) => result === 0)).toHaveLength(5);
    expect(results.filter((result) => result === 1)).toHaveLength(95);
    expect(testbed.backend.epochs.get('CP00000001')).toBe(5);
    await eventually(() => expect(testbed.listener.openConnections).toBe(1));
    await eventually(() => expect(testbed.registry.size).toBe(1));
  });

  it('on one connection have a session each, and a refused one does not take the others down', async () => {
    const testbed = await open();
    const socket = await dial(testbed.listener.port);
    const [one, two, stranger] = ['CP00000001', 'CP00000002', 'XX00000003'].map((cpCode) => new TestPile(socket, { cpCode }));
    expect(await Promise.all([one!.loginResult(), two!.loginResult(), stranger!.loginResult()])).toEqual([0, 0, 2]);
    // The connection of an unknown pile that is refused later is closed, so the refused session of the first has ended too.
    const later = new TestPile(await dial(testbed.listener.port), { cpCode: 'XX00000004' });
    expect(await later.loginResult()).toBe(2);
    await later.closed;
    expect((await one!.sendRequest(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    expect((await two!.sendRequest(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    expect(testbed.listener.openConnections).toBe(1);
    testbed.registry.kick('CP00000001');
    await eventually(() => expect(testbed.backend.calls).toContain('disconnected CP00000001 1 kicked'));
    expect((await two!.sendRequest(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    testbed.registry.kick('CP00000002');
    await two!.closed;
  });
});

describe('the order of a pile', () => {
  it('is kept, one event at a time, while other piles go on', async () => {
    const testbed = await open();
    const [slow, quick] = [await connectPile(testbed), await connectPile(testbed, { cpCode: 'CP00000002' })];
    const gate = createGate();
    let running = 0;
    testbed.backend.beforeHandle = async (event) => {
      if (event.kind !== 'accountQuery') return;
      running += 1;
      expect(running).toBe(1);
      await gate.opened;
      await turn();
      running -= 1;
    };
    const accounts = Array.from({ length: 20 }, (_, i) => `A${i}`);
    const answers = Promise.all(accounts.map((account) => slow.sendRequest(accountQuery(account))));
    expect((await quick.sendRequest(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    expect(testbed.backend.events.map(({ pile }) => pile.cpCode)).toEqual(['CP00000002']);
    gate.open();
    await answers;
    expect(testbed.backend.events.flatMap(({ event }) => (event.kind === 'accountQuery' ? [event.account] : []))).toEqual(accounts);
  });

  it('a card right after a remote start is answered while the start waits', async () => {
    const testbed = await open();
    const pile = await connectPile(testbed);
    pile.ignoresCommands = true;
    const start = {
      cmd: 'start',
      commandId: 'S'.repeat(16),
      gunNumber: 1,
      chargingOrderNo: 'O1',
      idTag: 'T',
      strategyType: 1,
      strategyValE2: 0,
      balanceCents: 0,
      rateRuleNo: '',
      deadlineMs: Date.now() + 60_000,
    } as const;
    expect(testbed.registry.send('CP00000001', start)).toBe('sent');
    expect((await pile.sendRequest(accountQuery('C1'))).message).toMatchObject({ type: '0103', body: { result: 0 } });
    pile.socket.destroy();
    await eventually(() => expect(testbed.backend.calls.slice(-2)).toEqual(['settled CP00000001 lost', 'disconnected CP00000001 1 closed']));
  });

  it('an event the domain could not keep is asked again by the pile and then kept', async () => {
    const testbed = await open();
    const pile = await connectPile(testbed);
    let failures = 1;
    testbed.backend.beforeHandle = async () => {
      if (failures-- > 0) throw new Error('no database');
    };
    const { sequence } = pile.link;
    void pile.sendRequest(pileInfo);
    await eventually(() => expect(testbed.errors).toHaveLength(1));
    expect((await pile.sendRequest(pileInfo, { sequence })).message).toMatchObject({ body: { result: 0 } });
    expect(testbed.backend.events).toHaveLength(1);
    expect(testbed.listener.counts.failedEvents).toBe(1);
  });
});

describe('pressure', () => {
  it('a pile that sends far too fast is slowed down and loses nothing', async () => {
    const testbed = await open({ sessionLimits: { framesPerS: 2_000, framesBurst: 100 } });
    const pile = await connectPile(testbed);
    testbed.backend.beforeHandle = () => new Promise((resolve) => setImmediate(resolve));
    const answers = await Promise.all(Array.from({ length: 2_000 }, (_, i) => pile.sendRequest(accountQuery(`A${i}`))));
    expect(answers).toHaveLength(2_000);
    expect(testbed.backend.events).toHaveLength(2_000);
    expect(testbed.errors).toEqual([]);
  });

  it('a pile whose events the domain is slow to take is not called silent', async () => {
    const testbed = await open({ sessionLimits: { ticketsMax: 2, silentMinMs: 200, silentIntervals: 0 } });
    const pile = await connectPile(testbed);
    const gate = createGate();
    testbed.backend.beforeHandle = () => gate.opened;
    const answers = Promise.all([1, 2, 3].map(() => pile.sendRequest(pileInfo)));
    await eventually(() => expect(testbed.backend.calls.at(-1)).toBe('pileStatus CP00000001 1'));
    // A pile that sent frames later and waits for no answer is disconnected as silent.
    await connectPile(testbed, { cpCode: 'CP00000002' });
    await eventually(() => expect(testbed.backend.calls.at(-1)).toBe('disconnected CP00000002 1 silent'));
    gate.open();
    await answers;
    expect(testbed.backend.calls.filter((line) => line.startsWith('disconnected'))).toEqual(['disconnected CP00000002 1 silent']);
  });

  it('connections beyond the maximum are not accepted', async () => {
    const testbed = await open({ limits: { connectionsMax: 2 } });
    const [one, two] = [await connectPile(testbed), await connectPile(testbed, { cpCode: 'CP00000002' })];
    const third = new TestPile(await dial(testbed.listener.port), { cpCode: 'CP00000003' });
    await third.closed;
    expect(testbed.listener.counts.refusedConnections).toBe(1);
    expect((await one.sendRequest(pileInfo)).message.type).toBe('0101');
    expect((await two.sendRequest(pileInfo)).message.type).toBe('0101');
  });
});
