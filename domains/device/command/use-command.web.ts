import { useEffect, useEffectEvent, useState } from 'react';
import { useCall } from '#kit/web/calls/query.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { commandStat, deviceCommandApi } from './command.ts';
import type { deviceCommand } from './command.ts';

export type CommandRow = RowOf<typeof deviceCommand.fields>;

const COMPLETED = commandStat.items.completed.value;
const LOOK_EVERY_MS = 1_000;
/** After this the page stops waiting; the list of commands tells the end. */
const WAIT_MS = 60_000;

export interface WaitFor {
  readonly waiting: boolean;
  readonly begin: (commandId: string) => void;
}

/** Follows one command to its end. A page that leaves stops asking; the command goes on. */
export const useCommand = (onEnd: (command: CommandRow) => void): WaitFor => {
  const [followed, setFollowed] = useState<string>();
  const [ended, setEnded] = useState<string>();
  const waiting = followed !== undefined && followed !== ended;
  const { data } = useCall(deviceCommandApi.queryById, { id: followed ?? '' }, { enabled: waiting, everyMs: LOOK_EVERY_MS, staleMs: 0 });
  const finished = waiting && data?.commandId === followed && data.stat === COMPLETED ? data : undefined;
  const finish = useEffectEvent((command: CommandRow) => {
    setEnded(command.commandId);
    onEnd(command);
  });
  useEffect(() => {
    if (!finished) return undefined;
    const turn = setTimeout(() => finish(finished), 0);
    return () => clearTimeout(turn);
  }, [finished]);
  useEffect(() => {
    const timer = setTimeout(() => setEnded(followed), WAIT_MS);
    return () => clearTimeout(timer);
  }, [followed]);
  return { waiting, begin: setFollowed };
};
