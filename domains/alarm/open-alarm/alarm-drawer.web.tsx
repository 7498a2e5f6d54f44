import { DetailDrawer } from '#kit/web/list/detail-drawer.tsx';
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
    <DetailDrawer of={exceptionRecord} api={exceptionRecordApi} labels={exceptionRecordLabels} id={alarm.id} onClose={onClose} />
  );
