import { useMemo, useState } from 'react';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { custLanguage } from '#domains/customer/resources.ts';
import { entityState } from '#domains/network/resources.ts';
import { screenView } from './big-screen.codes.ts';
import { bigScreenLabels, bigScreenWords } from './big-screen.labels.ts';
import { bigScreen, bigScreenApi } from './big-screen.ts';
import { MakeAddress } from './make-address.web.tsx';

type Row = RowOf<typeof bigScreen.fields>;

/** The screens on walls. */
export const BigScreenList = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const [named, setNamed] = useState<Row>();
  const { send: endKey } = useSend(bigScreenApi.endKey, { changes: [bigScreen] });
  const { send: look } = useSend(bigScreenApi.look, {
    changes: [],
    doneText: false,
    onDone: ({ path }) => void window.open(path, '_blank', 'noopener'),
  });
  const actions = useMemo(
    () => [
      {
        key: 'look',
        label: bigScreenWords.look,
        allow: bigScreenApi.look.allow,
        when: ({ state }: Row) => state === entityState.items.enabled.value,
        run: ({ bigScreenId }: Row): void => void look({ bigScreenId }),
      },
      'edit' as const,
      { key: 'newKey', label: bigScreenWords.newKey, allow: bigScreenApi.newKey.allow, run: (row: Row) => setNamed(row) },
      {
        key: 'endKey',
        label: bigScreenWords.endKey,
        allow: bigScreenApi.endKey.allow,
        danger: true,
        when: ({ keyHint }: Row) => keyHint !== null || bigScreenWords.noKey,
        run: async ({ bigScreenId, screenName }: Row) => {
          if (await confirm({ title: say(bigScreenWords.askEndKey, { name: screenName }), danger: true })) await endKey({ bigScreenId });
        },
      },
      'changeState' as const,
      'delete' as const,
    ],
    [say, confirm, endKey, look],
  );
  return (
    <>
      <ListPage of={bigScreen} api={bigScreenApi} labels={bigScreenLabels} columns={columns} form={form} rowActions={actions} initial={initial} />
      {named && <MakeAddress row={named} onClose={() => setNamed(undefined)} />}
    </>
  );
};

const { charging, operation, data } = screenView.items;
const initial: Partial<Row> = { views: [charging.value, operation.value, data.value], turnS: 60, screenLanguage: custLanguage.items.zhCN.value };
const columns = [
  'screenName',
  'state',
  'views',
  'stationId',
  'turnS',
  'screenLanguage',
  'keyHint',
  'keyEndTime',
  'lastSeenTime',
  'tenantId',
  'createTime',
] as const;
const form = ['tenantId', 'screenName', 'stationId', 'views', 'turnS', 'screenLanguage'] as const;
