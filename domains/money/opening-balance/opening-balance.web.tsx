import { useMemo } from 'react';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { PartyInput } from '../recharge/party-input.web.tsx';
import { openingState } from './opening-balance.codes.ts';
import { openingBalanceLabels, openingBalanceRefusals, openingBalanceWords } from './opening-balance.labels.ts';
import { openingBalance, openingBalanceApi } from './opening-balance.ts';

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
    />
  );
};

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
