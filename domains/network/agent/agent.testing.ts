import { AT, TENANT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText, phone } from '#kit/test/nouns/row-makers.ts';
import { agentApi } from './agent.ts';

export const testing = nounTesting({
  name: 'agent',
  rows: rowsByAdding('agent', { add: agentApi.add, key: 'agentId' }, async (b, owner) => ({
    tenantId: b.key('tenant', owner),
    agentName: markedText(b, owner, 'agent'),
    agentPerson: markedText(b, owner, 'agent'),
    agentPhone: phone(b),
    timezone: 'Asia/Shanghai',
  })),
  bench: {
    sql: [`insert into agent (agent_id, tenant_id, agent_name, timezone, create_time) select n, ${TENANT}, 'Agent ' || n, 'UTC', ${AT} ${rowsOf()}`],
  },
});
