import { BENCH_PILE } from '#domains/network/pile/pile.testing.ts';
import { inSystem } from '#kit/db/index.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';
import { enqueueCommand } from './enqueue.server.ts';

export const testing = nounTesting({
  name: 'deviceCommand',
  rows: {
    level: 'station',
    needs: ['pile'],
    make: (b, owner) =>
      inSystem(b.database, (tx) =>
        enqueueCommand(tx, {
          cpCode: b.key('pile', owner),
          command: { cmd: 'stop', gunNumber: 1, chargingOrderNo: `O${b.next()}${markOf(owner)}` },
          requestedBy: markedText(b, owner, 'station'),
          because: markedText(b, owner, 'station'),
        }),
      ),
  },
  bench: {
    sql: [
      `insert into device_command (command_id, tenant_id, agent_id, station_id, cp_code, cmd, payload, stat, result, charging_order_no, requested_by, because, create_time)
        select lpad(n::text, 16, '0'), ${TENANT}, ${AGENT}, n, ${BENCH_PILE}, 'start', '{}', n % 3, n % 4, 'O' || n, 'bench', 'bench', ${AT} ${rowsOf()}`,
    ],
  },
});
