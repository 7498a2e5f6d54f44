import { Select } from 'antd';
import { useEffect, useState } from 'react';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { WireAnswerOf } from '#kit/resource/endpoint.ts';
import { popupFilledBy } from '#kit/web/kinds/choice-list.tsx';
import type { ControlProps } from '#kit/web/control-props.ts';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useViewer } from '#kit/web/session/session.ts';
import type { mainPartType } from '#domains/customer/resources.ts';
import { walletWords } from './wallet.labels.ts';
import { walletApi } from './wallet.ts';

const DEBOUNCE_MS = 300;
const TENANT_LEVEL = 100;

type PartyRow = WireAnswerOf<(typeof walletApi)['parties']>[number];

export interface PartySelectProps extends ControlProps {
  readonly kind: CodeValue<typeof mainPartType>;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** Selects a party of a kind by a part of its name or number. */
export const PartySelect = ({ kind, value, onChange, ...aria }: PartySelectProps) => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const { typed: searchText, setTyped, keyword } = useKeyword();
  const [picked, setPicked] = useState<PartyRow>();
  const showTenant = (useViewer()?.roleLevel ?? 0) > TENANT_LEVEL;
  const partiesQuery = useCall(walletApi.parties, { mainPartType: kind, keyword: keyword === '' ? null : keyword }, { enabled: open, keep: true });
  // A link contains only the id of the party.
  const partyQuery = useCall(
    walletApi.balance,
    { mainPartType: kind, mainPartId: value ?? '' },
    { enabled: value !== null && picked?.mainPartId !== value },
  );
  const selectedParty = picked?.mainPartId === value ? picked : partyQuery.data;
  const rows = [
    ...(selectedParty && selectedParty.mainPartId === value ? [selectedParty] : []),
    ...(partiesQuery.data ?? []).filter((row) => row.mainPartId !== value),
  ];
  return (
    <Select<string>
      {...aria}
      className="co-wide"
      value={value}
      options={rows.map((row) => ({ value: row.mainPartId, label: labelOf(row, showTenant) }))}
      showSearch={{ filterOption: false, searchValue: searchText, onSearch: setTyped }}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setTyped('');
      }}
      onChange={(next: string | undefined) => {
        setPicked(rows.find((row) => row.mainPartId === next));
        onChange(next ?? null);
      }}
      allowClear
      placeholder={say(walletWords.choose)}
      {...popupFilledBy(partiesQuery, partiesQuery.isFetching ? '…' : say(walletWords.noneFound))}
    />
  );
};

type PartyName = Pick<PartyRow, 'mainPartName' | 'mainPartNo' | 'tenantName'>;
const labelOf = ({ mainPartName, mainPartNo, tenantName }: PartyName, showTenant: boolean): string =>
  [mainPartName, ...(mainPartNo === mainPartName ? [] : [mainPartNo]), ...(showTenant ? [tenantName] : [])].join(' · ');

const useKeyword = () => {
  const [searchText, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(searchText.trim()), searchText === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [searchText]);
  return { typed: searchText, setTyped, keyword };
};
