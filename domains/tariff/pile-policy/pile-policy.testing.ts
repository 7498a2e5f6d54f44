import { pileApi } from '#domains/network/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';
import { sql } from 'kysely';
import { pilePolicyApi } from './pile-policy.ts';

/**
 * A pile that could charge at once: with prices, enabled, and in the state of a device that is online with a car plugged in. Needs a pile and a
 * rate rule.
 */
export const readyPile = async (b: Builder, owner: Owner): Promise<string> => {
  const cpCode = await b.make('pile', owner);
  await b.ok(pilePolicyApi.setRateRule, { cpCodes: cpCode, rateRuleId: b.key('rateRule', owner) });
  await b.ok(pileApi.changeState, { entityId: cpCode, setState: 1 });
  await inSystem(b.database, async (tx) => {
    await sql`update pile_state set online = true where cp_code = ${cpCode}`.execute(tx);
    await sql`update pile set cp_work_stat = 1 where cp_code = ${cpCode}`.execute(tx);
    await sql`update gun set device_gun_stat = 3, gun_work_stat = 3 where cp_code = ${cpCode}`.execute(tx);
  });
  return cpCode;
};

export const testing = nounTesting({ name: 'pilePolicy' });
