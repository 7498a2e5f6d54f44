import { describe, expect, it } from 'vitest';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { createVirtualTime } from '../testing/virtual-time.ts';
import { createMemoryNetwork } from '../testing/memory-network.ts';
import type { Channel } from './channel.ts';
import { withFaults, type MessageFaults } from './faults.ts';

const storm = async (now: MessageFaults, { count = 1_000, seed = 9 } = {}) => {
  const time = createVirtualTime(0);
  const wire = createMemoryNetwork(() => time.nowMs());
  const heard: string[] = [];
  let closed = 0;
  let channel: Channel | undefined;
  withFaults(
    wire.dial,
    { now },
    { time, rng: seededRng(seed) },
  )(
    { cpCode: 'CP1', secret: null },
    {
      opened: (opened) => {
        channel = opened;
      },
      received: (message) => void heard.push(String(message)),
      closed: () => {
        closed += 1;
      },
    },
  );
  await time.run(1);
  for (let i = 0; i < count; i += 1) {
    channel?.send(`m${i}`);
    wire.deliver(`p${i}`);
    await time.run(1);
  }
  await time.run(60_000);
  return { said: wire.sent.map(String), heard, closed };
};
const sent = Array.from({ length: 1_000 }, (_, i) => `m${i}`);

describe('bad conditions', () => {
  it('is none by default', async () => {
    const { said, heard } = await storm({});
    expect(said).toEqual(sent);
    expect(heard).toHaveLength(1_000);
  });

  it('drops its share and no more', async () => {
    const { said, heard } = await storm({ drop: 0.2 });
    expect(said.length).toBeGreaterThan(740);
    expect(said.length).toBeLessThan(860);
    expect(heard).toHaveLength(1_000);
  });

  it('doubles, swaps and delays without losing one', async () => {
    const { said } = await storm({ duplicate: 0.2, reorder: 0.2, delay: 0.2, delayMs: [5, 50] });
    expect(new Set(said)).toEqual(new Set(sent));
    expect(said.length).toBeGreaterThan(1_100);
    expect(said.filter((message, i) => i > 0 && Number(message.slice(1)) < Number(said[i - 1]?.slice(1))).length).toBeGreaterThan(100);
  });

  it('reaches the platform’s messages when it is told to', async () => {
    const { heard } = await storm({ drop: 0.5, inbound: true });
    expect(heard.length).toBeGreaterThan(400);
    expect(heard.length).toBeLessThan(600);
  });

  it('cuts', async () => {
    const { closed, said } = await storm({ cut: 0.05 });
    expect(closed).toBe(1);
    expect(said.length).toBeLessThan(200);
  });

  it('is the same for the same seed and another for another', async () => {
    const conditions = { drop: 0.1, duplicate: 0.1, reorder: 0.1 };
    const [one, again, other] = [await storm(conditions), await storm(conditions), await storm(conditions, { seed: 10 })];
    expect(again.said).toEqual(one.said);
    expect(other.said).not.toEqual(one.said);
  });
});
