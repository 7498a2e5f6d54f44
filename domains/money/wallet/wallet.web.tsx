import { Empty, Select } from 'antd';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import { PartySelect } from './party-select.web.tsx';
import { Statement } from './statement.web.tsx';
import { walletInputLabels, walletWords } from './wallet.labels.ts';

const kinds = Object.values(mainPartType.items);

/** The statement of any wallet. The party is part of the address, so that other pages can link to it and users can share the link. */
export const WalletStatement = () => {
  const say = useSay();
  const id = useId();
  const [params, setParams] = useSearchParams();
  const kind = kinds.find(({ value }) => String(value) === params.get('mainPartType'))?.value ?? mainPartType.items.icCard.value;
  const partyParam = params.get('mainPartId');
  const party = partyParam !== null && /^\d{1,18}$/.test(partyParam) ? partyParam : null;
  const show = (next: { readonly kind?: number; readonly id?: string | null }) =>
    setParams({ mainPartType: String(next.kind ?? kind), ...(next.id && { mainPartId: next.id }) });
  return (
    <div className="co-list">
      <section className="co-card">
        <div className="co-search">
          <div className="co-filter">
            <label htmlFor={`${id}kind`}>{say(walletInputLabels.mainPartType)}</label>
            <Select
              id={`${id}kind`}
              className="co-wide"
              value={kind}
              options={kinds.map(({ value, words }) => ({ value, label: say(words) }))}
              onChange={(next) => show({ kind: next })}
            />
          </div>
          <div className="co-filter co-filter-wide">
            <label htmlFor={`${id}party`}>{say(walletWords.party)}</label>
            <PartySelect key={kind} id={`${id}party`} kind={kind} value={party} onChange={(next) => show({ id: next })} />
          </div>
        </div>
      </section>
      <section className="co-card co-list-body">
        {party === null ? (
          <Empty className="co-choose" image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(walletWords.chooseParty)} />
        ) : (
          <Statement key={`${kind} ${party}`} stateIn="url" party={{ mainPartType: kind, mainPartId: party }} />
        )}
      </section>
    </div>
  );
};
