import { describe, expect, it } from 'vitest';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { createVirtualTime } from '../testing/virtual-time.ts';
import { createMemoryNetwork, type MemoryNetwork } from '../testing/memory-network.ts';
import type { PileFacts } from './facts.ts';
import { Uplink } from './uplink.ts';

const facts: PileFacts = {
  cpCode: 'CP1',
  protocol: 'native',
  kind: 'dc',
  gunCount: 1,
  ratedW: 1,
  secret: null,
  encryptionMode: 0,
  offlineAfterMs: 45_000,
  mainHw: '',
  mainSw: '',
};
const retryTimes = { firstMs: 1_000, longestMs: 60_000, openMs: 20_000 };

const setUp = () => {
  const time = createVirtualTime(0);
  const wire = createMemoryNetwork(() => time.nowMs());
  const events: string[] = [];
  const uplink = new Uplink(facts, wire.dial, {
    time,
    rng: seededRng(3),
    retryTimes,
    events: {
      opened: () => void events.push('opened'),
      received: (message) => void events.push(`heard ${String(message)}`),
      closed: (why) => void events.push(`closed ${why}`),
    },
  });
  return { time, wire, events, uplink };
};
const waits = ({ attempts }: MemoryNetwork): number[] => attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));

describe('an uplink', () => {
  it('waits longer and longer with jitter, up to a bound', async () => {
    const { time, wire, uplink } = setUp();
    wire.mode = 'refuse';
    uplink.start();
    await time.run(600_000);
    const [first = 0, second = 0, ...rest] = waits(wire);
    expect(first).toBeGreaterThanOrEqual(500);
    expect(first).toBeLessThanOrEqual(1_000);
    expect(second).toBeGreaterThanOrEqual(1_000);
    for (const wait of rest.slice(6)) {
      expect(wait).toBeGreaterThanOrEqual(30_000);
      expect(wait).toBeLessThanOrEqual(60_000);
    }
    expect(new Set(rest.slice(6)).size).toBeGreaterThan(3);
  });

  it('meets the next loss with fresh retryTimes once it was let in', async () => {
    const { time, wire, events, uplink } = setUp();
    wire.mode = 'refuse';
    uplink.start();
    await time.run(120_000);
    wire.mode = 'open';
    await time.run(60_000);
    expect(events).toEqual(['opened']);
    uplink.resetWaits();
    wire.drop();
    const before = wire.attempts.length;
    await time.run(1_000);
    expect(wire.attempts.length).toBe(before + 1);
    expect(uplink.count).toBe(2);
  });

  it('comes back exactly when it was cut for so long, and not before the platform wants it', async () => {
    const { time, wire, uplink } = setUp();
    uplink.start();
    await time.run(10);
    uplink.cut(7_000);
    expect(uplink.open).toBe(false);
    await time.run(6_999);
    expect(wire.attempts).toHaveLength(1);
    await time.run(1);
    expect(wire.attempts).toHaveLength(2);
    wire.drop({ detail: 'HTTP 429', retryAfterMs: 30_000 });
    await time.run(29_000);
    expect(wire.attempts).toHaveLength(2);
    await time.run(2_000);
    expect(wire.attempts).toHaveLength(3);
  });

  it('gives up an attempt that hangs, and stays away when stopped', async () => {
    const { time, wire, events, uplink } = setUp();
    wire.mode = 'hang';
    uplink.start();
    await time.run(25_000);
    expect(wire.attempts).toHaveLength(2);
    uplink.stop();
    await time.run(600_000);
    expect(wire.attempts).toHaveLength(2);
    expect(events).toEqual([]);
    wire.mode = 'open';
    uplink.start();
    await time.run(1);
    wire.deliver('hello');
    uplink.stop();
    wire.deliver('too late');
    await time.run(600_000);
    expect(events).toEqual(['opened', 'heard hello', 'closed closed']);
    expect(wire.attempts).toHaveLength(3);
  });
});
