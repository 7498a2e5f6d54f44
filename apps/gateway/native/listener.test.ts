import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { writeFrame } from '#engines/protocol/native/frame.ts';
import type { SessionLimits } from '#engines/session/limits.ts';
import { createFrameLog, type FrameLog } from '../frame-log.ts';
import { createRegistry, type SessionRegistry } from '../registry.ts';
import type { ListenerLimits } from './limits.ts';
import { startNativeListener, type NativeListener } from './listener.ts';
import { accountQuery, dial, MemoryDoor, pileInfo, TestPile } from './testing.ts';

const clock = { nowMs: () => Date.now() };
const PROBE_MS = 250;

interface World { readonly door: MemoryDoor; readonly registry: SessionRegistry; readonly frames: FrameLog; readonly listener: NativeListener; readonly errors: unknown[] }
const worlds: World[] = [];
const open = async ({ limits = {}, sessionLimits = {} }: { limits?: Partial<ListenerLimits>; sessionLimits?: Partial<SessionLimits> } = {}): Promise<World> => {
  const door = new MemoryDoor();
  const registry = createRegistry({ probeMs: PROBE_MS });
  const frames = createFrameLog(door, clock);
  const errors: unknown[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (facts: object) => { errors.push(facts); } };
  const listener = await startNativeListener({ port: 0, door, registry, frames, log, clock, limits: { tickMs: 20, lingerMs: 200, ...limits }, sessionLimits: { refusedCloseMs: 50, ...sessionLimits } });
  const world = { door, registry, frames, listener, errors };
  worlds.push(world);
  return world;
};
afterEach(async () => {
  for (const { listener, frames } of worlds.splice(0)) {
    await listener.close();
    await frames.drain();
  }
});
const enter = async ({ listener }: World, how: { cpCode?: string; encryptionMode?: 0 | 1 } = {}): Promise<TestPile> => {
  const pile = new TestPile(await dial(listener.port), how);
  expect(await pile.loginResult()).toBe(0);
  return pile;
};
const until = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 10 });

describe.each([0, 1] as const)('a pile in encryption mode %i', (encryptionMode) => {
  it('logs in, is heard and answered, obeys, and leaves', async () => {
    const world = await open();
    world.door.encryptionMode = encryptionMode;
    const pile = await enter(world, { encryptionMode });
    expect((await pile.say(pileInfo)).message).toEqual({ type: '0101', body: { result: 0 } });
    expect((await pile.say(accountQuery('C1'))).message).toMatchObject({ type: '0103', body: { balance: 12_300, displayName: '张三' } });
    expect(world.registry.epochOf('CP00000001')).toBe(1);
    expect(world.registry.send('CP00000001', { cmd: 'restart', commandId: 'R'.repeat(16), hard: true })).toBe('sent');
    await until(() => expect(world.door.settlements).toMatchObject([{ commandId: 'R'.repeat(16), outcome: 'answered', reply: { result: 0 } }]));
    pile.socket.end();
    await until(() => expect(world.door.told.at(-1)).toBe('disconnected CP00000001 1 closed'));
    expect(world.registry.send('CP00000001', { cmd: 'restart', commandId: 'R'.repeat(16), hard: true })).toBe('offline');
    expect(world.registry.size).toBe(0);
    await world.frames.drain();
    expect(world.door.records.map(({ direction, type }) => `${direction} ${type}`)).toEqual([
      'up 0000', 'down 0100', 'up 0001', 'down 0101', 'up 0003', 'down 0103', 'down 1014', 'up 1114',
    ]);
    expect(world.errors).toEqual([]);
  });

  it('may trickle byte by byte, and may be noisy between its frames', async () => {
    const world = await open({ sessionLimits: { framesBurst: 10_000 } });
    world.door.encryptionMode = encryptionMode;
    const pile = await enter(world, { encryptionMode });
    const trickle = pile.say(accountQuery('SLOW'), { write: (bytes) => { for (const byte of bytes) pile.socket.write(Uint8Array.of(byte)); } });
    expect((await trickle).message).toMatchObject({ type: '0103' });
    const rng = seededRng(3);
    for (let i = 0; i < 100; i += 1) {
      const noise = Uint8Array.from({ length: Math.floor(rng() * 60) }, () => Math.floor(rng() * 256));
      const reply = pile.say(accountQuery(`N${i}`), { write: (bytes) => { pile.socket.write(noise); pile.socket.write(bytes); } });
      expect((await reply).message).toMatchObject({ type: '0103' });
    }
    expect(world.listener.counts.framesUp).toBe(102);
  });
});

describe('a second login', () => {
  it('is refused while the first answers, with an alarm, and the first goes on', async () => {
    const world = await open();
    const first = await enter(world);
    const second = new TestPile(await dial(world.listener.port));
    expect(await second.loginResult()).toBe(1);
    await second.closed;
    expect(world.door.alarms).toMatchObject([{ kind: 'duplicateIdentity', cpCode: 'CP00000001' }]);
    expect(world.door.told).toEqual(['login CP00000001 1']);
    expect((await first.say(pileInfo)).message).toMatchObject({ body: { result: 0 } });
  });

  it('replaces a first that has gone deaf, in order and in time', async () => {
    const world = await open();
    const first = await enter(world);
    first.deaf = true;
    const began = Date.now();
    const second = await enter(world);
    expect(Date.now() - began).toBeLessThan(PROBE_MS + 1_000);
    expect(Date.now() - began).toBeGreaterThanOrEqual(PROBE_MS - 20);
    expect(world.door.told).toEqual(['login CP00000001 1', 'disconnected CP00000001 1 replaced', 'login CP00000001 2']);
    await first.closed;
    expect(world.registry.epochOf('CP00000001')).toBe(2);
    await second.say(pileInfo);
    expect(world.door.events.at(-1)?.pile.epoch).toBe(2);
  });

  it('waits for the last events of the first, so that epochs never mix', async () => {
    const world = await open();
    const first = await enter(world);
    let release = () => {};
    world.door.beforeHandle = () => new Promise((resolve) => { release = resolve; });
    void first.say(accountQuery('LAST'));
    await until(() => expect(world.door.told).toContain('accountQuery CP00000001 1'));
    first.socket.destroy();
    const second = new TestPile(await dial(world.listener.port));
    const result = second.loginResult();
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    expect(await result).toBe(0);
    expect(world.door.told.slice(1)).toEqual(['accountQuery CP00000001 1', 'disconnected CP00000001 1 closed', 'login CP00000001 2']);
  });

  it('on the same connection starts a new epoch there', async () => {
    const world = await open();
    const pile = await enter(world);
    expect(await pile.loginResult()).toBe(0);
    expect((await pile.say(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    expect(world.door.told).toEqual(['login CP00000001 1', 'disconnected CP00000001 1 relogin', 'login CP00000001 2', 'pileStatus CP00000001 2']);
  });

  it('that is a recording of another is refused', async () => {
    const world = await open();
    const pile = new TestPile(await dial(world.listener.port));
    let recorded: Uint8Array = new Uint8Array();
    const write = pile.socket.write.bind(pile.socket);
    vi.spyOn(pile.socket, 'write').mockImplementation((bytes) => {
      if (bytes instanceof Uint8Array && recorded.length === 0) recorded = bytes;
      return write(bytes);
    });
    expect(await pile.loginResult()).toBe(0);
    pile.socket.destroy();
    await until(() => expect(world.registry.size).toBe(0));
    const thief = new TestPile(await dial(world.listener.port));
    thief.socket.write(recorded);
    await thief.closed;
    expect(thief.heard).toMatchObject([{ message: { type: '0100', body: { result: 1 } } }]);
    expect(world.door.alarms).toMatchObject([{ kind: 'loginReplayed' }]);
  });
});

describe('many piles', () => {
  it('500 of them reconnect at once and every one is served', async () => {
    const world = await open();
    const codes = Array.from({ length: 500 }, (_, i) => `CP${String(i).padStart(8, '0')}`);
    const connectAll = () => Promise.all(codes.map((cpCode) => enter(world, { cpCode })));
    const before = await connectAll();
    const began = Date.now();
    for (const pile of before) pile.socket.destroy();
    const piles = await connectAll();
    const answers = await Promise.all(piles.flatMap((pile) => [pile.say(pileInfo), pile.say(accountQuery('X'))]));
    expect(answers.filter(({ message }) => 'result' in message.body && message.body.result === 0)).toHaveLength(1_000);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(world.registry.size).toBe(500);
    expect([...world.door.epochs.values()].every((epoch) => epoch === 2)).toBe(true);
    expect(world.door.alarms).toEqual([]);
    expect(world.listener.counts.refusedLogins).toBe(0);
  });

  it('one that reconnects 100 times without a pause costs five logins and disturbs nobody', async () => {
    const world = await open();
    const good = await enter(world, { cpCode: 'CP77777777' });
    const results: number[] = [];
    for (let i = 0; i < 100; i += 1) {
      const pile = new TestPile(await dial(world.listener.port));
      results.push(await pile.loginResult());
      pile.socket.destroy();
      if (i % 10 === 0) expect((await good.say(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    }
    expect(results.filter((result) => result === 0)).toHaveLength(5);
    expect(results.filter((result) => result === 1)).toHaveLength(95);
    expect(world.door.epochs.get('CP00000001')).toBe(5);
    await until(() => expect(world.listener.openConnections).toBe(1));
    await until(() => expect(world.registry.size).toBe(1));
  });

  it('on one connection have a session each, and a refused one does not take the others down', async () => {
    const world = await open();
    const socket = await dial(world.listener.port);
    const [one, two, stranger] = ['CP00000001', 'CP00000002', 'XX00000003'].map((cpCode) => new TestPile(socket, { cpCode }));
    expect(await Promise.all([one!.loginResult(), two!.loginResult(), stranger!.loginResult()])).toEqual([0, 0, 2]);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await one!.say(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    expect((await two!.say(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    expect(world.listener.openConnections).toBe(1);
    world.registry.kick('CP00000001');
    await until(() => expect(world.door.told).toContain('disconnected CP00000001 1 kicked'));
    expect((await two!.say(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    world.registry.kick('CP00000002');
    await two!.closed;
  });
});

describe('the order of a pile', () => {
  it('is kept, one event at a time, while other piles go on', async () => {
    const world = await open();
    const [slow, quick] = [await enter(world), await enter(world, { cpCode: 'CP00000002' })];
    let running = 0;
    world.door.beforeHandle = async (event) => {
      if (event.kind !== 'accountQuery') return;
      running += 1;
      expect(running).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    };
    const accounts = Array.from({ length: 20 }, (_, i) => `A${i}`);
    const answers = Promise.all(accounts.map((account) => slow.say(accountQuery(account))));
    expect((await quick.say(pileInfo)).message).toMatchObject({ body: { result: 0 } });
    expect(world.door.events.length).toBeLessThan(20);
    await answers;
    expect(world.door.events.flatMap(({ event }) => (event.kind === 'accountQuery' ? [event.account] : []))).toEqual(accounts);
  });

  it('a card right after a remote start is answered while the start waits', async () => {
    const world = await open();
    const pile = await enter(world);
    pile.deaf = true;
    const start = { cmd: 'start', commandId: 'S'.repeat(16), gunNumber: 1, chargingOrderNo: 'O1', idTag: 'T', strategyType: 1, strategyValE2: 0, balanceCents: 0, rateRuleNo: '', deadlineMs: Date.now() + 60_000 } as const;
    expect(world.registry.send('CP00000001', start)).toBe('sent');
    expect((await pile.say(accountQuery('C1'))).message).toMatchObject({ type: '0103', body: { result: 0 } });
    pile.socket.destroy();
    await until(() => expect(world.door.told.slice(-2)).toEqual(['settled CP00000001 lost', 'disconnected CP00000001 1 closed']));
  });

  it('an event the domain could not keep is asked again by the pile and then kept', async () => {
    const world = await open();
    const pile = await enter(world);
    let failures = 1;
    world.door.beforeHandle = async () => { if (failures-- > 0) throw new Error('no database'); };
    const { sequence } = pile.link;
    void pile.say(pileInfo);
    await until(() => expect(world.errors).toHaveLength(1));
    expect((await pile.say(pileInfo, { sequence })).message).toMatchObject({ body: { result: 0 } });
    expect(world.door.events).toHaveLength(1);
    expect(world.listener.counts.failedEvents).toBe(1);
  });
});

describe('pressure', () => {
  it('a pile that sends far too fast is slowed down and loses nothing', async () => {
    const world = await open({ sessionLimits: { framesPerS: 2_000, framesBurst: 100 } });
    const pile = await enter(world);
    world.door.beforeHandle = () => new Promise((resolve) => setImmediate(resolve));
    const answers = await Promise.all(Array.from({ length: 2_000 }, (_, i) => pile.say(accountQuery(`A${i}`))));
    expect(answers).toHaveLength(2_000);
    expect(world.door.events).toHaveLength(2_000);
    expect(world.errors).toEqual([]);
  });

  it('a pile whose events the domain is slow to take is not called silent', async () => {
    const world = await open({ sessionLimits: { ticketsMax: 2, silentMinMs: 200, silentIntervals: 0 } });
    const pile = await enter(world);
    let release = () => {};
    const gate = new Promise<void>((resolve) => { release = resolve; });
    world.door.beforeHandle = () => gate;
    const answers = Promise.all([1, 2, 3].map(() => pile.say(pileInfo)));
    await new Promise((resolve) => setTimeout(resolve, 500));
    release();
    await answers;
    expect(world.door.told.at(-1)).toBe('pileStatus CP00000001 1');
  });

  it('connections beyond the maximum are not accepted', async () => {
    const world = await open({ limits: { connectionsMax: 2 } });
    const [one, two] = [await enter(world), await enter(world, { cpCode: 'CP00000002' })];
    const third = new TestPile(await dial(world.listener.port), { cpCode: 'CP00000003' });
    await third.closed;
    expect(world.listener.counts.refusedConnections).toBe(1);
    expect((await one.say(pileInfo)).message.type).toBe('0101');
    expect((await two.say(pileInfo)).message.type).toBe('0101');
  });
});

describe('strangers', () => {
  it('who talk something else are cut off without an alarm', async () => {
    const world = await open();
    const socket = await dial(world.listener.port);
    const pile = new TestPile(socket);
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${'A'.repeat(200)}\r\n\r\n`);
    await pile.closed;
    expect(world.door.alarms).toEqual([]);
    expect(world.listener.counts.badBytes).toBeGreaterThan(100);
  });
  it('who say nothing are cut off after the login time', async () => {
    const world = await open({ limits: { loginMs: 100 } });
    const pile = new TestPile(await dial(world.listener.port));
    await pile.closed;
    expect(world.door.told).toEqual([]);
  });
  it('who know the name but not the secret are unknown, and raise an alarm', async () => {
    const world = await open();
    const pile = new TestPile(await dial(world.listener.port), { secret: 'ffffffffffffffff' });
    expect(await pile.loginResult()).toBe(2);
    await pile.closed;
    expect(world.door.alarms).toMatchObject([{ kind: 'wrongSecret' }]);
    expect(world.door.told).toEqual([]);
  });
  it.each([1, 2, 3, 4, 5] as const)('whom the door refuses with %i hear it', async (result) => {
    const world = await open();
    world.door.result = result;
    const pile = new TestPile(await dial(world.listener.port));
    expect(await pile.loginResult()).toBe(result);
    await pile.closed;
    expect(world.registry.size).toBe(0);
  });
  it('garbage from a pile that is logged in ends its session with an alarm', async () => {
    const world = await open();
    const pile = await enter(world);
    pile.socket.write(randomBytes(300));
    await until(() => expect(world.door.told.at(-1)).toBe('disconnected CP00000001 1 breach'));
    expect(world.door.alarms).toMatchObject([{ kind: 'badBytes', cpCode: 'CP00000001' }]);
  });
});

describe('trouble behind the door', () => {
  it('does not bring the listener down', async () => {
    const world = await open();
    const failing = vi.spyOn(world.door, 'credentials').mockRejectedValueOnce(new Error('no database'));
    const pile = new TestPile(await dial(world.listener.port));
    void pile.login();
    await pile.closed;
    failing.mockRestore();
    vi.spyOn(world.door, 'login').mockRejectedValueOnce(new Error('no database'));
    const again = new TestPile(await dial(world.listener.port));
    void again.login();
    await again.closed;
    vi.restoreAllMocks();
    await enter(world);
    expect(world.errors).toHaveLength(2);
  });

  it('a socket that ends while the door decides leaves no open epoch behind', async () => {
    const world = await open();
    const login = world.door.login.bind(world.door);
    let release = () => {};
    vi.spyOn(world.door, 'login').mockImplementation(async (attempt) => {
      await new Promise<void>((resolve) => { release = resolve; });
      return login(attempt);
    });
    const pile = new TestPile(await dial(world.listener.port));
    void pile.login();
    await until(() => expect(world.door.login).toHaveBeenCalled());
    pile.socket.destroy();
    await until(() => expect(world.listener.openConnections).toBe(0));
    release();
    await until(() => expect(world.door.told).toEqual(['login CP00000001 1', 'disconnected CP00000001 1 closed']));
    expect(world.registry.size).toBe(0);
  });
});

describe('closing', () => {
  it('answers what was heard, tells the domain, frees the port', async () => {
    const world = await open();
    const pile = await enter(world);
    world.door.beforeHandle = () => new Promise((resolve) => setTimeout(resolve, 100));
    const answer = pile.say(accountQuery('LAST'));
    await until(() => expect(world.door.told.at(-1)).toBe('accountQuery CP00000001 1'));
    await world.listener.close();
    expect((await answer).message).toMatchObject({ type: '0103', body: { result: 0 } });
    await pile.closed;
    expect(world.door.told.at(-1)).toBe('disconnected CP00000001 1 shutdown');
    const again = await startNativeListener({ ...world, port: world.listener.port, clock, log: { info: () => undefined, warn: () => undefined, error: () => undefined } });
    await expect(startNativeListener({ ...world, port: again.port, clock, log: { info: () => undefined, warn: () => undefined, error: () => undefined } })).rejects.toThrow('EADDRINUSE');
    await again.close();
  });

  it('does not wait for ever for a domain that does not answer', async () => {
    const world = await open({ limits: { drainMs: 100 } });
    const pile = await enter(world);
    world.door.beforeHandle = () => new Promise(() => {});
    void pile.say(accountQuery('STUCK'));
    await until(() => expect(world.door.told.at(-1)).toBe('accountQuery CP00000001 1'));
    const began = Date.now();
    await world.listener.close();
    expect(Date.now() - began).toBeLessThan(2_000);
  });
});

it('a frame that breaks off is given up after a while, and the next one is read', async () => {
  const world = await open({ limits: { frameStallMs: 200 } });
  const pile = await enter(world);
  const cut = writeFrame({ version: 0x20, flags: 0, type: '0006', sequence: 9, cpCode: 'CP00000001' }, new Uint8Array(90)).subarray(0, 60);
  pile.socket.write(cut);
  expect((await pile.say(pileInfo)).message.type).toBe('0101');
});
