import { useMemo, useState } from 'react';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { PromptDialog } from '#kit/web/form/prompt-dialog.tsx';
import { viewerZone } from '#kit/web/format.ts';
import { InstantCell } from '#kit/web/kinds/cell.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { warningAccountLabels, warningAccountWords } from './warning-account.labels.ts';
import { warningAccount, warningAccountApi } from './warning-account.ts';

const AreaCodeInput = lazyComponent(() => import('./area-code-input.web.tsx').then((input) => input.AreaCodeInput));
const SecretInput = lazyComponent(() => import('./area-code-input.web.tsx').then((input) => input.SecretInput));
const inputs = { areaCode: AreaCodeInput, accountSecret: SecretInput };

type Row = RowOf<typeof warningAccount.fields>;

/** Where warnings are sent. */
export const WarningAccountList = () => {
  const [tested, setTested] = useState<Row>();
  const warningLang = useLanguage();
  const { send } = useSend(warningAccountApi.sendTest, { doneText: warningAccountWords.testSent });
  const initial = useMemo(() => ({ warningLang, quietZone: null }), [warningLang]);
  const actions = useMemo(
    () => [
      'edit' as const,
      {
        key: 'sendTest',
        label: warningAccountLabels.actions?.['sendTest'] ?? warningAccountWords.testTitle,
        allow: warningAccountApi.sendTest.allow,
        run: async (row: Row) => {
          if ((await send({ id: row.warningAccountId })) !== undefined) setTested(row);
        },
      },
      {
        key: 'confirmTest',
        label: warningAccountLabels.actions?.['confirmTest'] ?? warningAccountWords.testCode,
        allow: warningAccountApi.confirmTest.allow,
        when: ({ verifiedAt }: Row) => verifiedAt === null,
        run: setTested,
      },
      'changeState' as const,
      'delete' as const,
    ],
    [send],
  );
  return (
    <>
      <ListPage
        of={warningAccount}
        api={warningAccountApi}
        labels={warningAccountLabels}
        columns={columns}
        filters={filters}
        form={form}
        inputs={inputs}
        initial={initial}
        render={draw}
        rowActions={actions}
      />
      {tested && <ConfirmTest account={tested} onClose={() => setTested(undefined)} />}
    </>
  );
};

/** Asks for the code that the test message contains. */
const ConfirmTest = ({ account, onClose }: { readonly account: Row; readonly onClose: () => void }) => {
  const say = useSay();
  const { send, sending } = useSend(warningAccountApi.confirmTest, {
    changes: [warningAccount],
    doneText: warningAccountWords.verified,
    onDone: onClose,
  });
  return (
    <PromptDialog
      name="confirmTest"
      title={account.warningAccountName}
      label={say(warningAccountWords.testCode)}
      field={warningAccountApi.confirmTest.input.testCode}
      hint={say(warningAccountWords.testSent)}
      sending={sending}
      onDone={(testCode) => void send({ warningAccountId: account.warningAccountId, testCode })}
      onClose={onClose}
    />
  );
};

const Unverified = () => <span className="al-unverified">{useSay()(warningAccountWords.unverified)}</span>;

const draw = {
  verifiedAt: (value: string | null) => (value === null ? <Unverified /> : <InstantCell value={value} zone={viewerZone()} />),
};

const columns = [
  ...([
    'warningAccountName',
    'warningAccountType',
    'areaCode',
    'warningAccount',
    'verifiedAt',
    'warningAccountStat',
    'minLevel',
    'stationId',
  ] as const),
  ...(['agentId', 'tenantId', 'warningLang', 'delayMin', 'lastOk', 'failStreak', 'lastError', 'exceptionType', 'warningConfId'] as const),
];
const filters = [
  'warningAccountName',
  'warningAccountType',
  'warningAccountStat',
  'exceptionType',
  'warningConfId',
  'stationId',
  'agentId',
  'tenantId',
] as const;
const form = [
  ...(['tenantId', 'agentId', 'stationId', 'warningAccountName', 'warningAccountType', 'areaCode', 'warningAccount', 'accountSecret'] as const),
  ...(['warningLang', 'minLevel', 'delayMin', 'exceptionType', 'warningConfId', 'quietFrom', 'quietTo', 'quietZone', 'passesMajor'] as const),
  'accountRemark' as const,
];
