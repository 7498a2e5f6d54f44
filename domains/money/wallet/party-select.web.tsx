import { Select } from 'antd';
import { useEffect, useState } from 'react';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { WireAnswerOf } from '#kit/resource/endpoint.ts';
import { filledBy } from '#kit/web/kinds/choice-list.tsx';
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

/** Chooses somebody of a kind by a part of the name or number. */
export const PartySelect = ({ kind, value, onChange, ...aria }: PartySelectProps) => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const { typed, setTyped, keyword } = useKeyword();
  const [picked, setPicked] = useState<PartyRow>();
  const many = (useViewer()?.roleLevel ?? 0) > TENANT_LEVEL;
  const found = useCall(walletApi.parties, { mainPartType: kind, keyword: keyword === '' ? null : keyword }, { enabled: open, keep: true });
  // A link names the party by its id alone.
  const named = useCall(
    walletApi.balance,
    { mainPartType: kind, mainPartId: value ?? '' },
    { enabled: value !== null && picked?.mainPartId !== value },
  );
  const chosen = picked?.mainPartId === value ? picked : named.data;
  const rows = [...(chosen && chosen.mainPartId === value ? [chosen] : []), ...(found.data ?? []).filter((row) => row.mainPartId !== value)];
  return (
    <Select<string>
      {...aria}
      className="co-wide"
      value={value}
      options={rows.map((row) => ({ value: row.mainPartId, label: labelOf(row, many) }))}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
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
      {...filledBy(found, found.isFetching ? '…' : say(walletWords.noneFound))}
    />
  );
};

type PartyName = Pick<PartyRow, 'mainPartName' | 'mainPartNo' | 'tenantName'>;
const labelOf = ({ mainPartName, mainPartNo, tenantName }: PartyName, many: boolean): string =>
  [mainPartName, ...(mainPartNo === mainPartName ? [] : [mainPartNo]), ...(many ? [tenantName] : [])].join(' · ');

const useKeyword = () => {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), typed === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, keyword };
};
