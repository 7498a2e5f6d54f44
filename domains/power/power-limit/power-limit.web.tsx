import { useMemo } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { limitSource, limitState } from './power-limit.codes.ts';
import { powerLimitLabels, powerLimitWords } from './power-limit.labels.ts';
import { powerLimit, powerLimitApi } from './power-limit.ts';

type Limit = RowOf<typeof powerLimit.fields>;

/** All limits that sites have or had for a time, with the proof of when each was obeyed. */
export const PowerLimitList = () => {
  const actions = useLimitActions();
  return (
    <ListPage of={powerLimit} api={powerLimitApi} labels={powerLimitLabels} columns={columns} filters={filters} rowActions={[...actions, 'detail']} />
  );
};

const columns = [
  'stationId',
  'limitState',
  'limitSource',
  'limitPower',
  'receivedTime',
  'obeyedTime',
  'endTime',
  'reason',
  'beginTime',
  'appliedTime',
  'brokenTime',
  'closedTime',
  'createBy',
  'powerControlId',
  'agentId',
  'tenantId',
] as const;
const filters = ['stationId', 'powerControlId', 'limitState', 'limitSource', 'receivedTime', 'agentId', 'tenantId'] as const;

/** Ends a limit before its time, where an operator has set it. */
export const useLimitActions = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { send } = useSend(powerLimitApi.end, { changes: [powerLimit] });
  return useMemo(
    () => [
      {
        key: 'end',
        label: powerLimitWords.end,
        allow: powerLimitApi.end.allow,
        when: obstacleToEnd,
        run: async ({ powerLimitId, limitPower }: Limit) => {
          if (await confirm({ title: say(powerLimitWords.askEnd, { power: limitPower }) })) await send({ id: powerLimitId });
        },
      },
    ],
    [say, confirm, send],
  );
};

const open: readonly number[] = [limitState.items.planned.value, limitState.items.inForce.value];

const obstacleToEnd = ({ limitState: state, limitSource: source }: Limit): boolean | Words => {
  if (!open.includes(state)) return powerLimitWords.over;
  return source === limitSource.items.operator.value || powerLimitWords.ofGrid;
};
