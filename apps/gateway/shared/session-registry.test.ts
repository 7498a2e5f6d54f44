import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { DisconnectReason, SendOutcome } from '#engines/protocol/device-backend.ts';
import { CLAIMS_WAITING_MAX, createRegistry, type LiveSession } from './session-registry.ts';

class FakeSession implements LiveSession {
  readonly protocol = 'native';
  open = true;
  closedWhy: DisconnectReason | null = null;
  readonly cpCode: string;
  readonly epoch: number;
  private readonly alive: boolean;
  leave = () => {};
  readonly ended = new Promise<void>((resolve) => {
    this.leave = resolve;
  });
  constructor(cpCode: string, epoch: number, alive = true) {
    this.cpCode = cpCode;
    this.epoch = epoch;
    this.alive = alive;
  }
  send(): SendOutcome {
    return this.open ? 'sent' : 'offline';
  }
  async probe(): Promise<boolean> {
    return this.alive;
  }
  close(why: DisconnectReason): void {
    this.open = false;
    this.closedWhy ??= why;
    this.leave();
  }
}

const command = { cmd: 'restart', commandId: 'R'.repeat(16), hard: false } as const;

describe('a claim', () => {
  it('enters when nobody is there', async () => {
    const registry = createRegistry();
    expect(await registry.claim('CP1', async () => new FakeSession('CP1', 1))).toBe('entered');
    expect(registry.epochOf('CP1')).toBe(1);
    expect(registry.send('CP1', command)).toBe('sent');
    expect(registry.send('CP2', command)).toBe('offline');
  });

  it('asks nobody while the present session answers', async () => {
    const registry = createRegistry();
    await registry.claim('CP1', async () => new FakeSession('CP1', 1));
    let asked = false;
    expect(
      await registry.claim('CP1', async () => {
        asked = true;
        return undefined;
      }),
    ).toBe('alive');
    expect(asked).toBe(false);
    expect(registry.epochOf('CP1')).toBe(1);
  });

  it('ends a silent session first; its late end does not touch the new one', async () => {
    const registry = createRegistry();
    const old = new FakeSession('CP1', 1, false);
    await registry.claim('CP1', async () => old);
    expect(await registry.claim('CP1', async () => new FakeSession('CP1', 2))).toBe('entered');
    expect(old.closedWhy).toBe('replaced');
    await Promise.resolve();
    expect(registry.epochOf('CP1')).toBe(2);
  });

  it('does not wait for ever for the last events of a closed session', async () => {
    const registry = createRegistry({ lastEventsMs: 30 });
    const old = new FakeSession('CP1', 1);
    await registry.claim('CP1', async () => old);
    old.open = false;
    old.close = () => {};
    expect(registry.send('CP1', command)).toBe('offline');
    expect(registry.epochOf('CP1')).toBeUndefined();
    expect(await registry.claim('CP1', async () => new FakeSession('CP1', 2))).toBe('entered');
    old.leave();
    await turn();
    expect(registry.epochOf('CP1')).toBe(2);
  });

  it('runs alone for its pile, in order, and only so many may wait', async () => {
    const registry = createRegistry();
    const order: number[] = [];
    const login = (n: number) => async () => {
      await turn();
      order.push(n);
      return undefined;
    };
    const claims = Array.from({ length: CLAIMS_WAITING_MAX + 1 }, (_, n) => registry.claim('CP1', login(n)));
    expect(await Promise.all(claims)).toEqual(['refused', 'refused', 'refused', 'refused', 'crowded']);
    expect(order).toEqual([0, 1, 2, 3]);
    expect(await registry.claim('CP1', async () => new FakeSession('CP1', 1))).toBe('entered');
  });

  it('that fails tells the one who claimed, and lets the next one try', async () => {
    const registry = createRegistry();
    const failing = registry.claim('CP1', async () => {
      throw new Error('no database');
    });
    const next = registry.claim('CP1', async () => new FakeSession('CP1', 1));
    await expect(failing).rejects.toThrow('no database');
    expect(await next).toBe('entered');
  });
});

it('kicks a session, and forgets those that are gone', async () => {
  const registry = createRegistry();
  const session = new FakeSession('CP1', 1);
  await registry.claim('CP1', async () => session);
  expect(registry.size).toBe(1);
  expect(registry.kick('CP1')).toBe(true);
  expect(session.closedWhy).toBe('kicked');
  await session.ended;
  await Promise.resolve();
  expect(registry.size).toBe(0);
  expect(registry.kick('CP1')).toBe(false);
});
