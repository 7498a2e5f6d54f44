import { Drawer, Empty, Flex, Table } from 'antd';
import type { TableColumnType } from 'antd';
import { itemOf } from '#kit/fields/codes.ts';
import type { Labels } from '#kit/resource/labels.ts';
import type { WireAnswerOf } from '#kit/resource/endpoint.ts';
import { useAdvanced } from '#kit/web/advanced/advanced-button.tsx';
import { isAdvancedActive, activeAdvanced } from '#kit/web/advanced/active-query.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { CodeTag, InstantCell, MoneyCell, EmptyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import type { Filters } from '#kit/web/kinds/filter-names.ts';
import { useSay } from '#kit/web/language.ts';
import { Paging } from '#kit/web/list/row-table.tsx';
import { useOwnRows } from '#kit/web/list/rows/use-rows.ts';
import { useIsPhone } from '#kit/web/screen.ts';
import { words } from '#kit/web/words.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import { rateStage, rateType } from '#domains/tariff/resources.ts';
import { BalanceLine } from './balance.web.tsx';
import type { PartyKey } from './balance.web.tsx';
import { WriteOffButton } from '../write-off/write-off-dialog.web.tsx';
import { accountGroup, journalKind } from './wallet.codes.ts';
import { movementWords, walletWords } from './wallet.labels.ts';
import { movementQuery, walletApi } from './wallet.ts';

type Movement = WireAnswerOf<(typeof walletApi)['statement']>['records'][number];

const statementLabels: Labels = { noun: walletWords.title, fields: movementWords };
const noFilters: readonly [] = [];
const WIDTH = 900;

/** The statement of a party's wallet in a drawer beside a list. */
export const StatementDrawer = ({ party, name, onClose }: { readonly party: PartyKey; readonly name: string; readonly onClose: () => void }) => {
  const say = useSay();
  const phone = useIsPhone();
  return (
    <Drawer open onClose={onClose} size={phone ? '100%' : WIDTH} title={`${say(walletWords.title)} · ${name}`} destroyOnHidden>
      <Statement party={party} onLeave={onClose} />
    </Drawer>
  );
};

interface StatementProps {
  readonly party: PartyKey;
  /** Where query and page are stored: in the address of the page, or in the drawer. */
  readonly stateIn?: 'url' | 'local';
  readonly onLeave?: () => void;
}

/** All bookings of a wallet, newest first; each starts with the final balance of the one below it. A row opens to show its parts. */
export const Statement = ({ party, stateIn = 'local', onLeave = doNothing }: StatementProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const scope = { mainPartType: String(party.mainPartType), mainPartId: party.mainPartId };
  const rows = useOwnRows(movementQuery, walletApi.statement, { fixedFilters: scope, stateIn, alwaysFetch: true });
  const { state, change, query } = rows;
  const search = (filters: Filters) => change({ filters: activeAdvanced(filters) });
  const advanced = useAdvanced({ noun: movementQuery, labels: statementLabels, filters: state.filters, fixed: noFilters, onSearch: search });
  const isFiltered = isAdvancedActive(state.filters);
  const failed = query.error && <LoadError because={query.error.message} retry={query.refetch} />;
  if (failed && !query.data && !isFiltered) return failed;
  return (
    <>
      <Flex align="center" justify="space-between" gap={12} style={{ padding: '10px 14px' }}>
        <BalanceLine party={party} />
        <Flex align="center" gap={8}>
          <WriteOffButton party={party} />
          {advanced.button}
        </Flex>
      </Flex>
      {advanced.tagAndDialog}
      {failed}
      <Table<Movement>
        className={query.isPlaceholderData ? 'co-table co-table-stale' : 'co-table'}
        size="small"
        rowKey="seq"
        loading={query.isPending}
        dataSource={[...rows.rows]}
        columns={columnsOf(say, onLeave)}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(isFiltered ? words.emptyFiltered : words.empty)} /> }}
        expandable={{ expandedRowRender: partsOf(onLeave) }}
      />
      <Paging rows={rows} compact={phone} />
    </>
  );
};

const doNothing = (): void => undefined;

const columnsOf = (say: ReturnType<typeof useSay>, onLeave: () => void): TableColumnType<Movement>[] => [
  { key: 'seq', title: say(movementWords.seq), width: 64, render: (_value, row) => <span className="co-num">{row.seq}</span> },
  { key: 'postedTime', title: say(movementWords.postedTime), width: 165, render: (_value, row) => <InstantCell value={row.postedTime} /> },
  {
    key: 'journalKind',
    title: say(movementWords.journalKind),
    width: 120,
    render: (_value, row) => <CodeTag item={itemOf(journalKind, row.journalKind)} />,
  },
  {
    key: 'rrBeforeMoney',
    title: say(movementWords.rrBeforeMoney),
    align: 'right',
    width: 110,
    render: (_value, row) => <MoneyCell value={row.rrBeforeMoney} currency={row.currency} />,
  },
  {
    key: 'rrMoney',
    title: say(movementWords.rrMoney),
    align: 'right',
    width: 110,
    render: (_value, row) => <ChangeCell value={row.rrMoney} currency={row.currency} />,
  },
  {
    key: 'rrAfterMoney',
    title: say(movementWords.rrAfterMoney),
    align: 'right',
    className: 'co-right',
    width: 120,
    render: (_value, row) => <MoneyCell value={row.rrAfterMoney} currency={row.currency} />,
  },
  { key: 'of', title: say(movementWords.parts), render: (_value, row) => <JournalCell row={row} onLeave={onLeave} /> },
];

/** A change with its sign before the currency. Receipts have a plus sign, because a missing minus is easily overlooked. */
const ChangeCell = ({ value, currency }: { readonly value: string; readonly currency: string }) => {
  const isOut = value.startsWith('-');
  return (
    <strong>
      {isOut ? '−' : '+'}
      <MoneyCell value={isOut ? value.slice(1) : value} currency={currency} />
    </strong>
  );
};

/** The subject of the booking, with a link to it. */
const JournalCell = ({ row, onLeave }: { readonly row: Movement; readonly onLeave: () => void }) => {
  const say = useSay();
  return (
    <>
      <SourceCell row={row} onLeave={onLeave} />
      {row.chargingElec !== null && row.chargingElec !== undefined && (
        <>
          {' '}
          <NumberCell value={row.chargingElec} unit="kWh" />
        </>
      )}
      {Number(row.receivableMoney) > 0 && (
        <>
          {' '}
          <span className="co-code co-code-warn">
            {say(movementWords.receivableMoney)} <MoneyCell value={row.receivableMoney} currency={row.currency} />
          </span>
        </>
      )}
      {Number(row.debtPaidMoney) !== 0 && (
        <>
          {' '}
          <span className="co-code">
            {say(Number(row.debtPaidMoney) > 0 ? movementWords.debtPaidMoney : walletWords.owedAgain)}{' '}
            <MoneyCell value={row.debtPaidMoney.replace('-', '')} currency={row.currency} />
          </span>
        </>
      )}
    </>
  );
};

const SourceCell = ({ row, onLeave }: { readonly row: Movement; readonly onLeave: () => void }) => {
  const say = useSay();
  const [firstPart] = row.parts;
  if (row.journalKind === 'move' && firstPart)
    return (
      <>
        <span className="co-hint">{say(row.rrMoney.startsWith('-') ? walletWords.movedTo : walletWords.movedFrom)}</span>{' '}
        <CounterParty part={firstPart} onLeave={onLeave} />
      </>
    );
  const [page, text] =
    row.rechargRecordId === null
      ? [`consume?view=${row.consumeRecordId ?? ''}`, row.chargingOrderNo]
      : [`recharge?view=${row.rechargRecordId}`, row.rechargRecordId];
  if (text !== null)
    return (
      <a href={`#/money/${page}`} onClick={onLeave}>
        {text}
      </a>
    );
  return row.chargingOrderId === null ? <EmptyCell /> : <span className="co-num">{row.chargingOrderId}</span>;
};

const partsOf = (onLeave: () => void) => (row: Movement) => <Parts row={row} onLeave={onLeave} />;

const Parts = ({ row, onLeave }: { readonly row: Movement; readonly onLeave: () => void }) => {
  const say = useSay();
  return (
    <Table
      size="small"
      pagination={false}
      rowKey="key"
      dataSource={row.parts.map((part, key) => ({ ...part, key }))}
      columns={[
        {
          key: 'counter',
          title: say(walletWords.counter),
          render: (_value, part) => (
            <>
              <CodeTag item={itemOf(accountGroup, part.counterGroup)} fallback={part.counterGroup} />
              {part.counterParty !== null && <CounterParty part={part} onLeave={onLeave} />}
            </>
          ),
        },
        {
          key: 'fee',
          title: say(walletWords.rateType),
          render: (_value, part) => (part.rateType === null ? <EmptyCell /> : <CodeTag item={itemOf(rateType, part.rateType)} />),
        },
        {
          key: 'stage',
          title: say(walletWords.rateStage),
          render: (_value, part) =>
            part.rateStage === null ? <EmptyCell /> : <CodeTag item={itemOf(rateStage, part.rateStage)} fallback={String(part.rateStage)} />,
        },
        {
          key: 'money',
          title: say(movementWords.rrMoney),
          align: 'right',
          render: (_value, part) => <MoneyCell value={part.rrMoney} currency={row.currency} />,
        },
      ]}
      footer={() => `${say(movementWords.journalId)} ${row.journalId} · ${row.actor}`}
    />
  );
};

/** The owner of the other wallet, with a link to its statement; an owner whom the viewer cannot see is shown by its name in the ledger. */
const CounterParty = ({ part, onLeave }: { readonly part: Movement['parts'][number]; readonly onLeave: () => void }) => {
  if (part.counterPartId === null) return <span className="co-unit">{part.counterParty}</span>;
  return (
    <>
      <CodeTag item={itemOf(mainPartType, part.counterPartType)} />{' '}
      <a href={`#/money/wallet?mainPartType=${part.counterPartType ?? ''}&mainPartId=${part.counterPartId}`} onClick={onLeave}>
        {part.counterPartName}
      </a>
    </>
  );
};
