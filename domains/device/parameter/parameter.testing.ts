import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { SampleMaker } from '#kit/test/nouns/noun-testing.ts';

/** A pile that reports a maximum SOC of 90 %, where its profile wants 100. */
const differingPile = async ({ own, builder }: SampleMaker): Promise<string> => {
  const cpCode = await own('pile');
  await inSystem(builder.database, (tx) =>
    sql`insert into pile_parameter (cp_code, param_no, tenant_id, value, reported_at) select cp_code, '15', tenant_id, '90', now() from pile where cp_code = ${cpCode}
      on conflict do nothing`.execute(tx),
  );
  return cpCode;
};

export const testing = nounTesting({
  name: 'parameter',
  // Numbers of the table of parameters.
  namesNoRow: ['paramNos'],
  samples: {
    sendWanted: async (maker) => [{ cpCode: await differingPile(maker) }],
    takeReported: async (maker) => [{ cpCode: await differingPile(maker), paramNo: 15, value: '90' }],
  },
  refusedHere: { setParameter: 'The pile is offline; this cannot wait for it' },
});
