import { useEffect, useEffectEvent, useState } from 'react';
import { useCall } from '#kit/web/calls/query.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { commandStat, deviceCommandApi } from './command.ts';
import type { deviceCommand } from './command.ts';

export type CommandRow = RowOf<typeof deviceCommand.fields>;

const COMPLETED = commandStat.items.completed.value;
const POLL_INTERVAL_MS = 1_000;
/** After this time the page stops waiting; the list of commands shows the result later. */
const WAIT_MS = 60_000;

export interface CommandTracking {
  readonly waiting: boolean;
  readonly begin: (commandId: string) => void;
}

/** Polls one command until it ends. Leaving the page stops the polling; the command continues. */
export const useCommandResult = (onEnd: (command: CommandRow) => void): CommandTracking => {
  const [trackedId, setTrackedId] = useState<string>();
  const [endedId, setEndedId] = useState<string>();
  const waiting = trackedId !== undefined && trackedId !== endedId;
  const { data } = useCall(deviceCommandApi.queryById, { id: trackedId ?? '' }, { enabled: waiting, everyMs: POLL_INTERVAL_MS, staleMs: 0 });
  const finished = waiting && data?.commandId === trackedId && data.stat === COMPLETED ? data : undefined;
  const finish = useEffectEvent((command: CommandRow) => {
    setEndedId(command.commandId);
    onEnd(command);
  });
  useEffect(() => {
    if (!finished) return undefined;
    const timer = setTimeout(() => finish(finished), 0);
    return () => clearTimeout(timer);
  }, [finished]);
  useEffect(() => {
    const timer = setTimeout(() => setEndedId(trackedId), WAIT_MS);
    return () => clearTimeout(timer);
  }, [trackedId]);
  return { waiting, begin: setTrackedId };
};
