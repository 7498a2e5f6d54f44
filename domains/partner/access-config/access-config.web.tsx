import { useMemo, useState } from 'react';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { accessConfigLabels, accessConfigWords } from './access-config.labels.ts';
import { accessConfig, accessConfigApi } from './access-config.ts';
import { MakeKeys } from './make-keys.web.tsx';
import { ChooseStations } from './choose-stations.web.tsx';

type Row = RowOf<typeof accessConfig.fields>;
type OpenDialog = { readonly what: 'keys' | 'stations'; readonly row: Row };

/** The accounts with which partners call the open API. */
export const AccessConfigList = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { send } = useSend(accessConfigApi.endOldKeys, { changes: [accessConfig] });
  const actions = useMemo(
    () => [
      'edit' as const,
      {
        key: 'rotateKeys',
        label: accessConfigWords.rotateKeys,
        allow: accessConfigApi.rotateKeys.allow,
        run: (row: Row) => setDialog({ what: 'keys', row }),
      },
      {
        key: 'setStations',
        label: accessConfigWords.setStations,
        allow: accessConfigApi.setStations.allow,
        run: (row: Row) => setDialog({ what: 'stations', row }),
      },
      {
        key: 'endOldKeys',
        label: accessConfigWords.endOldKeys,
        allow: accessConfigApi.endOldKeys.allow,
        danger: true,
        when: ({ oldKeyCount }: Row) => oldKeyCount > 0 || accessConfigWords.noOldKeys,
        run: async ({ accessConfigId, cname }: Row) => {
          if (await confirm({ title: say(accessConfigWords.askEndOldKeys, { name: cname }), danger: true })) await send({ accessConfigId });
        },
      },
      'changeState' as const,
      'delete' as const,
    ],
    [say, confirm, send],
  );
  const close = () => setDialog(undefined);
  return (
    <>
      <ListPage
        of={accessConfig}
        api={accessConfigApi}
        labels={accessConfigLabels}
        columns={columns}
        form={form}
        inputs={inputs}
        rowActions={actions}
        initial={initial}
      />
      {dialog?.what === 'keys' && <MakeKeys row={dialog.row} onClose={close} />}
      {dialog?.what === 'stations' && <ChooseStations row={dialog.row} onClose={close} />}
    </>
  );
};

const AddressesInput = (props: InputProps) => {
  const say = useSay();
  return (
    <>
      <FieldInput {...props} />
      <span className="co-hint">{say(accessConfigWords.addressesHint)}</span>
    </>
  );
};

const inputs = { allowedAddresses: AddressesInput };
const initial = { callsPerMinute: 600, openChargesMax: 10 };

const columns = [
  ...(['cname', 'state', 'authId', 'accessToken', 'authType', 'accessRights', 'stationCount', 'custId', 'authExpTime', 'lastCallTime'] as const),
  ...(['callsPerMinute', 'openChargesMax', 'keyIssueTime', 'oldKeyCount', 'tenantId', 'createTime'] as const),
];
const form = [
  ...(['tenantId', 'cname', 'authType', 'custId', 'accessRights', 'callsPerMinute', 'openChargesMax', 'authExpTime', 'allowedAddresses'] as const),
  'remark' as const,
];
