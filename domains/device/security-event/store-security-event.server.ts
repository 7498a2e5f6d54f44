import { sql } from 'kysely';
import type { SecurityEvent } from '#engines/protocol/device.ts';
import { isCritical } from '#engines/protocol/ocpp16/security-events.ts';
import { exceptionType, securityCode } from '#engines/alarm/codes.ts';
import { reportExceptionEvent } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { PileScope } from '../pile-directory.server.ts';
import { subjectOf } from '../report/report.server.ts';
import { securityCriticality } from './security-event.codes.ts';
import { EVENTS_PER_PILE_MAX } from './security-event.ts';

const { critical, notCritical, unlisted } = valuesOf(securityCriticality);

interface ReceivedEvent {
  readonly scope: PileScope;
  readonly event: SecurityEvent;
  readonly receivedAt: Date;
}

/** Stores an event once: a station repeats it until it is answered. */
export const storeSecurityEvent = (database: Database, { scope, event, receivedAt }: ReceivedEvent): Promise<void> =>
  inSystem(database, async (tx) => {
    const { cpCode } = scope;
    const listed = isCritical(event.type);
    const criticality = listed === undefined ? unlisted : listed ? critical : notCritical;
    const [occurredAt, techInfo] = [new Date(event.atMs), event.techInfo ?? null];
    const { numAffectedRows } =
      await sql`insert into security_event (tenant_id, agent_id, station_id, cp_code, event_type, criticality, tech_info, occurred_at, received_at)
      select tenant_id, agent_id, station_id, cp_code, ${event.type}, ${criticality}::smallint, ${techInfo}::text, ${occurredAt}::timestamptz, ${receivedAt}::timestamptz
      from pile where cp_code = ${cpCode} and not exists (select from security_event e where e.cp_code = ${cpCode} and e.occurred_at = ${occurredAt}
        and e.event_type = ${event.type} and e.tech_info is not distinct from ${techInfo})`.execute(tx);
    if (listed && numAffectedRows !== 0n)
      await reportExceptionEvent(tx, subjectOf(scope), {
        event: {
          exceptionType: exceptionType.security,
          exceptionCode: securityCode.criticalEvent,
          detail: [event.type, techInfo].filter(Boolean).join(' '),
        },
        times: { atMs: event.atMs, nowMs: receivedAt.getTime() },
      });
    await sql`delete from security_event where cp_code = ${cpCode} and security_event_id <= (select security_event_id from security_event
      where cp_code = ${cpCode} order by security_event_id desc limit 1 offset ${EVENTS_PER_PILE_MAX})`.execute(tx);
  });
