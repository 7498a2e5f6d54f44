import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { formatSpan } from '#kit/web/format.ts';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import type { OwnColumn } from '#kit/web/list/columns/columns.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { exceptionRecord } from '../exception-record/exception-record.ts';
import { IncidentCourse } from './incident-course.web.tsx';
import { incidentLabels, incidentWords } from './incident.labels.ts';
import { incident, incidentApi } from './incident.ts';

type Row = RowOf<typeof incident.fields>;
type ShownRow = Row & { readonly stationId_dictText?: string; readonly agentId_dictText?: string; readonly incidentScope_dictText?: string };

/** Incidents of many piles; a row leads to its piles and to its messages. */
export const IncidentList = () => {
  const { send } = useSend(incidentApi.acknowledge, { changes: [incident, exceptionRecord] });
  return (
    <ListPage
      of={incident}
      api={incidentApi}
      labels={incidentLabels}
      columns={columns}
      filters={filters}
      render={draw}
      detail={course}
      rowActions={[
        {
          key: 'acknowledge',
          label: incidentWords.acknowledge,
          allow: incidentApi.acknowledge.allow,
          when: ({ ackTime }) => ackTime === null,
          run: ({ incidentId }) => void send({ id: incidentId }),
        },
        'detail',
      ]}
    />
  );
};

const course = ({ incidentId }: Row) => <IncidentCourse incidentId={incidentId} />;

/** The station or the agent by its name, or the network. */
const placeColumn: OwnColumn<Row> = {
  key: 'place',
  title: incidentWords.place,
  width: 160,
  render: (row: ShownRow) => row.stationId_dictText ?? row.agentId_dictText ?? row.incidentScope_dictText,
};
const columns = [
  ...(['beginTime', 'exceptionLevel', 'incidentCause'] as const),
  placeColumn,
  ...([
    'isPresent',
    'memberCount',
    'lastingCount',
    'ackUser',
    'duration',
    'endTime',
    'ackTime',
    'incidentScope',
    'stationId',
    'agentId',
    'tenantId',
  ] as const),
];
const filters = ['isPresent', 'exceptionLevel', 'incidentCause', 'incidentScope', 'stationId', 'agentId', 'tenantId', 'beginTime'] as const;

const draw = {
  memberCount: (value: number, { incidentId }: Row) => <a href={`#/monitor/exception-record?incidentId=${incidentId}`}>{value}</a>,
  duration: (value: number | null) => (value === null ? <EmptyCell /> : formatSpan(value)),
};
