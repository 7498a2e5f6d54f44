import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { exceptionRecord, exceptionRecordApi } from '../exception-record/exception-record.ts';
import { incident, incidentApi } from '../incident/incident.ts';
import { openAlarmApi } from './open-alarm.ts';
import type { OpenAlarm } from './open-alarm.ts';

const changes = [openAlarmApi.open, exceptionRecord, incident];

/** Says that the viewer attends to something that is open; nothing happens where somebody does already. */
export const useAcknowledge = (): ((alarm: OpenAlarm) => Promise<unknown>) => {
  const ofRecord = useSend(exceptionRecordApi.acknowledge, { changes });
  const ofIncident = useSend(incidentApi.acknowledge, { changes });
  return async ({ kind, id, ackTime }) => {
    if (ackTime !== null) return undefined;
    return kind === 'incident' ? ofIncident.send({ id }) : ofRecord.send({ id });
  };
};
