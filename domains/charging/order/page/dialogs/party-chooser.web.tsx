import { Segmented, Skeleton } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CodeValue } from '#kit/fields/codes.ts';
import { LoadErrorLine } from '#kit/web/load-error.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { carApi, cardApi, customerApi, custType, mainPartType } from '#domains/customer/resources.ts';
import { pageWords } from '../../order-page.labels.ts';

export interface PartyKey {
  readonly mainPartType: CodeValue<typeof mainPartType>;
  readonly mainPartId: string;
}

interface PartyChooserProps {
  /** The tenant whose customers are offered. */
  readonly tenantId: string | undefined;
  readonly onChange: (party: PartyKey | undefined) => void;
}

type Kind = 'card' | 'customer' | 'car';
const kinds: readonly Kind[] = ['card', 'customer', 'car'];
const words = { card: pageWords.card, car: pageWords.car, customer: pageWords.customer } as const;

/** Chooses a payer: by card, by car, or a customer, each with the available balance. */
export const PartyChooser = ({ tenantId, onChange }: PartyChooserProps) => {
  const say = useSay();
  const [kind, setKind] = useState<Kind>('card');
  const [id, setId] = useState<string | null>(null);
  const choose = (next: string | null) => {
    setId(next);
    if (next === null) onChange(undefined);
  };
  return (
    <div className="ch-party">
      <Segmented
        value={kind}
        options={kinds.map((value) => ({ value, label: say(words[value]) }))}
        onChange={(next) => {
          setKind(next);
          choose(null);
        }}
        block
      />
      <RefSelect key={kind} to={kind} value={id} onChange={choose} scope={{ tenantId }} aria-label={say(words[kind])} aria-required />
      {id !== null && <ChosenParty key={`${kind} ${id}`} kind={kind} id={id} onResolved={onChange} />}
    </div>
  );
};

interface ChosenPartyProps {
  readonly kind: Kind;
  readonly id: string;
  readonly onResolved: (party: PartyKey | undefined) => void;
}

const { phoneUser, icCard, agentCustomer, vehicleVin } = mainPartType.items;
const COMPANY = custType.items.company.value;

/** The chosen payer with the available balance. A customer pays as a person or as a company. */
const ChosenParty = ({ kind, id, onResolved }: ChosenPartyProps) => {
  const say = useSay();
  const card = useCall(cardApi.queryById, { id }, { enabled: kind === 'card' });
  const car = useCall(carApi.queryById, { id }, { enabled: kind === 'car' });
  const customer = useCall(customerApi.queryById, { id }, { enabled: kind === 'customer' });
  const problem = card.error ?? car.error ?? customer.error;
  const row = card.data ?? car.data ?? customer.data;
  const company = customer.data && customer.data.custType === COMPANY;
  const partyType = kind === 'card' ? icCard : kind === 'car' ? vehicleVin : company === undefined ? undefined : company ? agentCustomer : phoneUser;
  const type = partyType?.value;
  const notify = useEffectEvent(onResolved);
  useEffect(() => notify(type === undefined ? undefined : { mainPartType: type, mainPartId: id }), [type, id]);
  if (problem) return <LoadErrorLine because={problem.message} retry={{ card, car, customer }[kind].refetch} />;
  if (!row) return <Skeleton.Input active size="small" />;
  const names = card.data
    ? [card.data.cardPeople, card.data['custId_dictText']]
    : car.data
      ? [car.data.carVin, car.data['custId_dictText']]
      : [customer.data?.custPhone];
  return (
    <p className="ch-notes">
      <span>{names.filter(Boolean).join(' · ')}</span>
      <span>
        {say(pageWords.available)} <MoneyCell value={row.availableBal} currency={row.currency} />
      </span>
    </p>
  );
};
