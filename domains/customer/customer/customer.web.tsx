import { Tabs } from 'antd';
import { useMemo } from 'react';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { Balance, CarBalance, CardBalance } from '../balance/balance.web.tsx';
import { bindingWords } from '../binding/binding.labels.ts';
import { carLabels } from '../car/car.labels.ts';
import { car, carApi } from '../car/car.ts';
import { cardLabels } from '../card/card.labels.ts';
import { card, cardApi } from '../card/card.ts';
import { cardInputs } from '../card/pin-confirmation.web.tsx';
import { customerLabels } from './customer.labels.ts';
import { customer, customerApi } from './customer.ts';
import { custType as custTypes } from './customer.codes.ts';

type Row = RowOf<typeof customer.fields>;

/** Customers with their wallets; one opened shows its cards and cars. */
export const CustomerList = () => (
  <ListPage
    of={customer}
    api={customerApi}
    labels={customerLabels}
    columns={columns}
    filters={filters}
    form={form}
    render={draw}
    rowActions={actions}
    detail={detail}
  />
);

const columns = [
  'custName',
  'custType',
  'custState',
  'custPhone',
  'custBalance',
  'availableBal',
  'useFundsPool',
  'vipInfoId',
  'agentId',
  'tenantId',
  'createTime',
] as const;
const filters = ['custName', 'custPhone', 'custType', 'custState', 'vipInfoId', 'useFundsPool', 'agentId', 'tenantId', 'createTime'] as const;
const form = [
  'tenantId',
  'agentId',
  'custName',
  'custType',
  'custPhone',
  'custDirector',
  'custMail',
  'custLanguage',
  'vipInfoId',
  'useFundsPool',
  'alarmAmount',
  'custMemo',
] as const;
const actions = ['edit', 'changeState', 'delete'] as const;
const draw = { custBalance: (value: string, row: Row) => <Balance value={value} currency={row.currency} threshold={row.alarmAmount} /> };

const detail = (row: Row) => <Members of={row} />;

const COMPANY = custTypes.items.company.value;

const Members = ({ of: { custId, custType } }: { readonly of: Row }) => {
  const say = useSay();
  const ownScope = useMemo(() => ({ custId }), [custId]);
  const ownerScope = useMemo(() => (custType === COMPANY ? { custId } : { phoneUserId: custId }), [custId, custType]);
  const cards = (
    <ListPage
      of={card}
      api={cardApi}
      labels={cardLabels}
      stateIn="local"
      fixedFilters={ownScope}
      columns={cardColumns}
      render={cardDraw}
      filters={noFilters}
      form={cardForm}
      inputs={cardInputs}
      rowActions={noFilters}
    />
  );
  const cars = (
    <ListPage
      of={car}
      api={carApi}
      labels={carLabels}
      stateIn="local"
      fixedFilters={ownerScope}
      columns={carColumns}
      render={carDraw}
      filters={noFilters}
      form={carForm}
      rowActions={noFilters}
    />
  );
  return (
    <Tabs
      items={[
        { key: 'cards', label: say(bindingWords.cards), children: cards },
        { key: 'cars', label: say(bindingWords.cars), children: cars },
      ]}
    />
  );
};

const cardDraw = { cardBalance: (value: string, row: RowOf<typeof card.fields>) => <CardBalance value={value} row={row} /> };
const carDraw = { carBalance: (value: string, row: RowOf<typeof car.fields>) => <CarBalance value={value} row={row} /> };
const cardColumns = ['icCardNo', 'cardState', 'cardPeople', 'cardBalance'] as const;
const carColumns = ['carNum', 'carVin', 'state', 'carBalance'] as const;
const cardForm = ['tenantId', 'custId', 'icCardNo', 'cardPwd', 'cardPeople', 'cardPhone', 'cardCarNo', 'canDiscount', 'cardAlarmMoney'] as const;
const carForm = [
  'tenantId',
  'custId',
  'phoneUserId',
  'carNum',
  'carVin',
  'carTypeId',
  'carPileType',
  'carDriver',
  'carPhone',
  'isDiscount',
  'carAlarmMoney',
] as const;
const noFilters = [] as const;
