import { useSay } from '#kit/web/language.ts';
import { DetailDrawer } from '#kit/web/list/detail-drawer.tsx';
import { exceptionName } from '../exception-conf/exception-names.ts';
import { exceptionRecordLabels } from '../exception-record/exception-record.labels.ts';
import { exceptionRecord, exceptionRecordApi } from '../exception-record/exception-record.ts';
import { IncidentCourse } from '../incident/incident-course.web.tsx';
import { incidentLabels } from '../incident/incident.labels.ts';
import { incident, incidentApi } from '../incident/incident.ts';
import type { OpenAlarm } from './open-alarm.ts';

/** The details of what was chosen: an incident with its course, or an exception. */
export const AlarmDrawer = ({ alarm, onClose }: { readonly alarm: Pick<OpenAlarm, 'kind' | 'id'>; readonly onClose: () => void }) =>
  alarm.kind === 'incident' ? (
    <DetailDrawer of={incident} api={incidentApi} labels={incidentLabels} id={alarm.id} onClose={onClose}>
      {({ incidentId }) => <IncidentCourse incidentId={incidentId} />}
    </DetailDrawer>
  ) : (
    <ExceptionDrawer id={alarm.id} onClose={onClose} />
  );

/** Named by its code, because the number of a record says nothing to a person. */
const ExceptionDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const say = useSay();
  return (
    <DetailDrawer
      of={exceptionRecord}
      api={exceptionRecordApi}
      labels={exceptionRecordLabels}
      id={id}
      onClose={onClose}
      title={({ exceptionType, exceptionCode }) => say(exceptionName(exceptionType, exceptionCode))}
    />
  );
};
