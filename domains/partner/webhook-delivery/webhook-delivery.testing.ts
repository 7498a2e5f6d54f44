import { sql } from 'kysely';
import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

export const testing = nounTesting({
  name: 'webhookDelivery',
  rows: {
    level: 'tenant',
    needs: ['partnerWebhook'],
    make: async (b, corner) => {
      const { rows } = await sql<{
        id: bigint;
      }>`insert into webhook_delivery (tenant_id, access_config_id, partner_webhook_id, event_id, event_type, subject, content, event_time, next_time, give_up_time)
        select tenant_id, access_config_id, partner_webhook_id, ${`event-${b.next()}`}, 1, ${markedText(b, corner, 'tenant')}, '{}', now(), now(), now()
        from partner_webhook where partner_webhook_id = ${b.key('partnerWebhook', corner)} returning webhook_delivery_id as id`.execute(
        b.database.system,
      );
      return String(rows[0]?.id);
    },
  },
  namesNoRow: ['eventId'],
  bench: {
    sql: [
      `insert into webhook_delivery (tenant_id, access_config_id, partner_webhook_id, event_id, event_type, subject, content, event_time, next_time, give_up_time, delivery_state, create_time)
        select ${TENANT}, n, n, n, 1, 'request-' || n, '{}', ${AT}, ${AT}, ${AT}, 2, ${AT} ${rowsOf()}`,
    ],
  },
});
