import { Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useSay } from '#kit/web/language.ts';
import { PartHistory } from './part-history.web.tsx';
import { pilePartLabels, pilePartWords } from './pile-part.labels.ts';
import { pilePart, pilePartApi } from './pile-part.ts';

type Row = RowOf<typeof pilePart.fields>;

/** The parts of all piles: the current ones, or every change. An opened row shows the history of its pile. */
export const PilePartList = () => {
  const say = useSay();
  const [params] = useSearchParams();
  // A link to one pile asks for its changes.
  const [view, setView] = useState<keyof typeof filtersOf>(() => (params.has('cpCode') ? 'history' : 'current'));
  const options = (['current', 'history'] as const).map((value) => ({ value, label: say(pilePartWords[value]) }));
  return (
    <ListPage
      key={view}
      of={pilePart}
      api={pilePartApi}
      labels={pilePartLabels}
      columns={columns}
      filters={filters}
      fixedFilters={filtersOf[view]}
      render={draw}
      rowActions={actions}
      detail={detail}
      toolbar={<Segmented aria-label={say(pilePartWords.view)} value={view} options={options} onChange={setView} />}
    />
  );
};

const filtersOf = { current: { isCurrent: '1' }, history: {} } as const;
const columns = [
  ...(['cpCode', 'cpType', 'commProtType', 'mainPcbHwVer', 'mainPcbSwVer', 'auxPcbHwVer', 'auxPcbSwVer', 'funcBoardVer'] as const),
  ...(['screenVersion', 'moduleType', 'gunlineType', 'upgradeTime', 'source', 'stationId', 'agentId', 'tenantId'] as const),
];
const filters = ['cpCode', 'mainPcbSwVer', 'cpType', 'commProtType', 'source', 'stationId', 'agentId', 'tenantId', 'upgradeTime'] as const;
const actions = ['detail' as const];

const draw = {
  cpCode: (value: string) => <a href={`#/network/pile?view=${encodeURIComponent(value)}&tab=parts`}>{value}</a>,
};

const detail = (row: Row) => <PartHistory cpCode={row.cpCode} />;
