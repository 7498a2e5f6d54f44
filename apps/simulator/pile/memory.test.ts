import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { carWithSoc } from '../testing/car.ts';
import { createVirtualTime } from '../testing/virtual-time.ts';
import { createMemoryNetwork } from '../testing/memory-network.ts';
import { createPile } from './create.ts';
import { emptyMemory, fileStore } from './memory.ts';

const folder = temporaryFolder('piles');

describe('the memory of a pile', () => {
  it('is readable by its owner alone, for it holds what the pile knows of its platform', () => {
    const own = path.join(folder, 'own');
    const store = fileStore(own, 'CP1');
    store.save(emptyMemory([0]));
    expect([own, path.join(own, 'CP1.json')].map((place) => (statSync(place).mode & 0o777).toString(8))).toEqual(['700', '600']);
  });

  it('lasts through the death of the process: what charged has ended then, and the meter goes on from there', async () => {
    const time = createVirtualTime();
    const wire = createMemoryNetwork(() => time.nowMs());
    const make = () => createPile({ cpCode: 'CP7', protocol: 'native', dial: wire.dial, time, store: fileStore(folder, 'CP7'), gunCount: 2 });
    const pile = make();
    const first = pile.gun(1)?.meterDwh ?? 0;
    pile.plug(1, carWithSoc(40));
    const order = { orderNo: 'O1', claim: { accountType: 1, account: 'C1' }, startSource: 16, rateRuleNo: '' } as const;
    pile.gun(1)?.begin({ ...order, wish: { strategyType: 1, strategyValE2: 0, balanceCents: 0, maxAmountCents: 0 } });
    await time.run(120_000);
    pile.gun(1)?.storeSession();
    const meterDwh = pile.gun(1)?.meterDwh ?? 0;
    expect(meterDwh).toBeGreaterThan(first + 10_000);

    const after = make();
    expect(after.gun(1)?.meterDwh).toBe(meterDwh);
    expect(after.memory.records).toMatchObject([
      { kind: 'start', code: 0, connection: -1, session: { orderNo: 'O1' } },
      { kind: 'end', code: stopReason.powerLoss, meterDwh, session: { orderNo: 'O1' } },
    ]);
    const [, end] = after.memory.records;
    expect(time.nowMs() - (end?.atMs ?? 0)).toBeLessThan(1_000);
    expect(make().memory.records).toHaveLength(2);
  });

  it('begins anew when the file is damaged, and leaves no half-written file behind', () => {
    writeFileSync(path.join(folder, 'CP8.json'), '{"metersDwh":[');
    const store = fileStore(folder, 'CP8');
    expect(store.load()).toBeUndefined();
    const time = createVirtualTime();
    const pile = createPile({ cpCode: 'CP8', protocol: 'native', dial: createMemoryNetwork(() => time.nowMs()).dial, time, store });
    pile.saveMemory();
    expect(store.load()).toEqual(pile.memory);
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });
});
