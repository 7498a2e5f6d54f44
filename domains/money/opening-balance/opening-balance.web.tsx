import { useMemo, useState } from 'react';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { BulkRequest } from '#kit/web/list/actions/bulk-action.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { PartyInput } from '../recharge/party-input.web.tsx';
import { openingState } from './opening-balance.codes.ts';
import { openingBalanceLabels, openingBalanceRefusals, openingBalanceWords } from './opening-balance.labels.ts';
import { openingBalance, openingBalanceApi } from './opening-balance.ts';

const BulkDialog = lazyComponent(() => import('#kit/web/list/actions/bulk-dialog.tsx').then((dialog) => dialog.BulkDialog));

type Row = RowOf<typeof openingBalance.fields>;

/** What parties had in an older system: one person brings it, another one books it. */
export const OpeningBalanceList = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { send: book } = useSend(openingBalanceApi.book, { changes });
  const { send: decline } = useSend(openingBalanceApi.decline, { changes });
  const actions = useMemo(
    () => [
      {
        key: 'book',
        label: openingBalanceWords.book,
        allow: openingBalanceApi.book.allow,
        when: isOpen,
        run: async ({ openingBalanceId, mainPartName: name }: Row) => {
          if (await confirm({ title: say(openingBalanceWords.askBook, { name }), body: openingBalanceWords.bookHint }))
            await book({ openingBalanceId });
        },
      },
      {
        key: 'decline',
        label: openingBalanceWords.decline,
        allow: openingBalanceApi.decline.allow,
        danger: true,
        when: isOpen,
        run: async ({ openingBalanceId }: Row) => {
          await decline({ openingBalanceId });
        },
      },
    ],
    [book, confirm, decline, say],
  );
  return (
    <ListPage
      of={openingBalance}
      api={openingBalanceApi}
      labels={openingBalanceLabels}
      columns={columns}
      filters={filters}
      form={form}
      inputs={inputs}
      initial={initial}
      render={draw}
      rowActions={actions}
      batch={batch}
    />
  );
};

interface BatchProps {
  readonly ids: readonly string[];
  /** Called with the rows that stay selected; without them the selection is cleared. */
  readonly done: (selected?: readonly string[]) => void;
}

/** Books many at once; the preview says which cannot be booked, and why. */
const BookBatch = ({ ids, done }: BatchProps) => {
  const say = useSay();
  const [request, setRequest] = useState<BulkRequest>();
  const label = say(openingBalanceWords.book);
  const open = (): void =>
    setRequest({
      ids,
      danger: false,
      title: say(openingBalanceWords.askBookMany, { n: ids.length }),
      hint: say(openingBalanceWords.bookHint),
      label,
      verb: 'book',
    });
  const close = (selected?: readonly string[]): void => {
    setRequest(undefined);
    if (selected) done(selected);
  };
  return (
    <>
      <ActButton allow={openingBalanceApi.book.allow} onClick={open}>
        {label}
      </ActButton>
      {request && <BulkDialog noun={openingBalance} request={request} onClose={close} />}
    </>
  );
};
const batch = (ids: readonly string[], done: BatchProps['done']) => <BookBatch ids={ids} done={done} />;

const changes = [openingBalance];
const isOpen = ({ openingState: state }: Row) =>
  state === openingState.items.proposed.value ? (true as const) : openingBalanceRefusals['opening.decided'];
const columns = [
  ...(['mainPartName', 'mainPartType', 'mainPartNo', 'openingMoney', 'openingState', 'oldNo', 'proposedBy', 'decideBy', 'decideTime'] as const),
  ...(['remark', 'agentId', 'tenantId'] as const),
];
const filters = ['openingState', 'mainPartType', 'agentId', 'tenantId', 'createTime'] as const;
const form = ['mainPartType', 'mainPartId', 'openingMoney', 'oldNo', 'remark'] as const;
const inputs = { mainPartId: PartyInput };
const initial = { mainPartType: 2 as const };
const draw = {
  openingMoney: (value: string, row: Row) => (
    <strong>
      <MoneyCell value={value} currency={row.currency} />
    </strong>
  ),
};
