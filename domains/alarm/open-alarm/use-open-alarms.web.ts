import { useCallback, useEffect, useRef } from 'react';
import { rowTopic } from '#kit/resource/row-topic.ts';
import { refresh, useCall } from '#kit/web/calls/query.tsx';
import { useLive } from '#kit/web/live/live.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { exceptionRecord } from '../exception-record/exception-record.ts';
import { openAlarmApi } from './open-alarm.ts';

/** In a storm exceptions change many times a second. */
const REFRESH_WAIT_MS = 1_000;
/** What time alone changes, such as the money at risk. */
const REFRESH_MS = 60_000;

/** What is open in the viewer's scope, at one station or one pile; it follows every change. `may` is false for viewers who may not list exceptions. */
export const useOpenAlarms = (place: { readonly stationId?: string; readonly cpCode?: string; readonly limit?: number }) => {
  const may = usePermission()(openAlarmApi.open.allow).ok;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refetchSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refresh(openAlarmApi.open), REFRESH_WAIT_MS);
  }, []);
  useLive(rowTopic, may ? exceptionRecord.name : undefined, refetchSoon);
  const { data, error, refetch } = useCall(openAlarmApi.open, place, { enabled: may, keep: true, everyMs: REFRESH_MS });
  return { may, data, error, refetch };
};
