import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { securityEventWords } from './security-event.codes.ts';
import { securityEventLabels } from './security-event.labels.ts';
import { securityEvent, securityEventApi } from './security-event.ts';

/** The security events that piles have reported. */
export const SecurityEventList = () => (
  <ListPage
    of={securityEvent}
    api={securityEventApi}
    labels={securityEventLabels}
    columns={columns}
    filters={filters}
    render={draw}
    rowActions={actions}
  />
);

const columns = ['receivedAt', 'cpCode', 'eventType', 'criticality', 'techInfo', 'occurredAt', 'stationId', 'agentId', 'tenantId'] as const;
const filters = ['cpCode', 'criticality', 'eventType', 'stationId', 'agentId', 'tenantId', 'receivedAt'] as const;
const actions = ['detail' as const];
const wordsByType: ReadonlyMap<string, (typeof securityEventWords)[keyof typeof securityEventWords]> = new Map(Object.entries(securityEventWords));

/** An event of the list in words, with the word of OCPP beside it; any other as the station sent it. */
const EventType = ({ type }: { readonly type: string }) => {
  const say = useSay();
  const words = wordsByType.get(type);
  if (!words) return <span className="co-clip">{type}</span>;
  return (
    <span className="co-clip">
      {say(words)} <small className="co-unit">{type}</small>
    </span>
  );
};

const draw = {
  cpCode: (value: string) => <a href={`#/network/pile?view=${encodeURIComponent(value)}`}>{value}</a>,
  eventType: (value: string, _row: RowOf<typeof securityEvent.fields>) => <EventType type={value} />,
};
