import { pileInfo } from '#engines/protocol/native/testing/plain-messages.ts';
import { createGate } from '#kit/test/gate.ts';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { randomBytes } from 'node:crypto';
import { accountQuery, dial, TestPile } from './testing/pile.ts';
import { connectPile, open, PROBE_MS } from './testing/listener.ts';

describe('a second login', () => {
  it('is refused while the first answers, with an alarm, and the first goes on', async () => {
    const testbed = await open();
    const first = await connectPile(testbed);
    const second = new TestPile(await dial(testbed.listener.port));
    expect(await second.loginResult()).toBe(1);
    await second.closed;
    expect(testbed.backend.alarms).toMatchObject([{ kind: 'duplicateIdentity', cpCode: 'CP00000001' }]);
    expect(testbed.backend.calls).toEqual(['login CP00000001 1']);
    expect((await first.sendRequest(pileInfo)).message).toMatchObject({ body: { result: 0 } });
  });

  it('replaces a first that has gone deaf, in order and in time', async () => {
    const testbed = await open();
    const first = await connectPile(testbed);
    first.ignoresCommands = true;
    const began = Date.now();
    const second = await connectPile(testbed);
    expect(Date.now() - began).toBeLessThan(PROBE_MS + 5_000);
    expect(Date.now() - began).toBeGreaterThanOrEqual(PROBE_MS - 20);
    expect(testbed.backend.calls).toEqual(['login CP00000001 1', 'disconnected CP00000001 1 replaced', 'login CP00000001 2']);
    await first.closed;
    expect(testbed.registry.epochOf('CP00000001')).toBe(2);
    await second.sendRequest(pileInfo);
    expect(testbed.backend.events.at(-1)?.pile.epoch).toBe(2);
  });

  it('waits for the last events of the first, so that epochs never mix', async () => {
    const testbed = await open();
    const first = await connectPile(testbed);
    const gate = createGate();
    testbed.backend.beforeHandle = () => gate.opened;
    void first.sendRequest(accountQuery('LAST'));
    await eventually(() => expect(testbed.backend.calls).toContain('accountQuery CP00000001 1'));
    first.socket.destroy();
    const second = new TestPile(await dial(testbed.listener.port));
    const result = second.loginResult();
    // Another pile on the same socket logs in afterwards and is accepted first.
    const behind = new TestPile(second.socket, { cpCode: 'CP00000002' });
    expect(await behind.loginResult()).toBe(0);
    expect(testbed.backend.calls.slice(1)).toEqual(['accountQuery CP00000001 1', 'login CP00000002 1']);
    gate.open();
    expect(await result).toBe(0);
    expect(testbed.backend.calls.slice(3)).toEqual(['disconnected CP00000001 1 closed', 'login CP00000001 2']);
  });

  it('on the same connection starts a new epoch there', async () => {
    const testbed = await open();
    const pile = await connectPile(testbed);
    expect(await pile.loginResult()).toBe(0);
    expect((await pile.sendRequest(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    expect(testbed.backend.calls).toEqual([
      'login CP00000001 1',
      'disconnected CP00000001 1 relogin',
      'login CP00000001 2',
      'pileStatus CP00000001 2',
    ]);
  });
});

describe('strangers', () => {
  it('who talk something else are cut off without an alarm', async () => {
    const testbed = await open();
    const socket = await dial(testbed.listener.port);
    const pile = new TestPile(socket);
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${'A'.repeat(200)}\r\n\r\n`);
    await pile.closed;
    expect(testbed.backend.alarms).toEqual([]);
    expect(testbed.listener.counts.badBytes).toBeGreaterThan(100);
  });
  it('who say nothing are cut off after the login time', async () => {
    const testbed = await open({ limits: { loginMs: 100 } });
    const pile = new TestPile(await dial(testbed.listener.port));
    await pile.closed;
    expect(testbed.backend.calls).toEqual([]);
  });
  it('who know the name but not the secret are unknown, and raise an alarm', async () => {
    const testbed = await open();
    const pile = new TestPile(await dial(testbed.listener.port), { secret: 'ffffffffffffffff' });
    expect(await pile.loginResult()).toBe(2);
    await pile.closed;
    expect(testbed.backend.alarms).toMatchObject([{ kind: 'wrongSecret' }]);
    expect(testbed.backend.calls).toEqual([]);
  });
  it.each([1, 2, 3, 4, 5] as const)('a pile that the back end refuses with %i is told so', async (result) => {
    const testbed = await open();
    testbed.backend.result = result;
    const pile = new TestPile(await dial(testbed.listener.port));
    expect(await pile.loginResult()).toBe(result);
    await pile.closed;
    expect(testbed.registry.size).toBe(0);
  });
  it('garbage from a pile that is logged in ends its session with an alarm', async () => {
    const testbed = await open();
    const pile = await connectPile(testbed);
    pile.socket.write(randomBytes(300));
    await eventually(() => expect(testbed.backend.calls.at(-1)).toBe('disconnected CP00000001 1 breach'));
    expect(testbed.backend.alarms).toMatchObject([{ kind: 'badBytes', cpCode: 'CP00000001' }]);
  });
});

describe('failures of the back end', () => {
  it('does not bring the listener down', async () => {
    const testbed = await open();
    const failing = vi.spyOn(testbed.backend, 'credentials').mockRejectedValueOnce(new Error('no database'));
    const pile = new TestPile(await dial(testbed.listener.port));
    void pile.login();
    await pile.closed;
    failing.mockRestore();
    vi.spyOn(testbed.backend, 'login').mockRejectedValueOnce(new Error('no database'));
    const again = new TestPile(await dial(testbed.listener.port));
    void again.login();
    await again.closed;
    vi.restoreAllMocks();
    await connectPile(testbed);
    expect(testbed.errors).toHaveLength(2);
  });

  it('a socket that ends while the back end decides leaves no open epoch behind', async () => {
    const testbed = await open();
    const login = testbed.backend.login.bind(testbed.backend);
    let release = () => {};
    const asked = vi.spyOn(testbed.backend, 'login').mockImplementation(async (attempt) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return login(attempt);
    });
    const pile = new TestPile(await dial(testbed.listener.port));
    void pile.login();
    await eventually(() => expect(asked).toHaveBeenCalled());
    pile.socket.destroy();
    await eventually(() => expect(testbed.listener.openConnections).toBe(0));
    release();
    await eventually(() => expect(testbed.backend.calls).toEqual(['login CP00000001 1', 'disconnected CP00000001 1 closed']));
    expect(testbed.registry.size).toBe(0);
  });
});
