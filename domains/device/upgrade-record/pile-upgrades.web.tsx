import { useMemo } from 'react';
import type { PileRow } from '#domains/network/web.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { upgradeRecordLabels } from './upgrade-record.labels.ts';
import { upgradeRecord, upgradeRecordApi } from './upgrade-record.ts';

/** The upgrades of one pile, in its drawer. */
export const PileUpgrades = ({ pile: { cpCode } }: { readonly pile: PileRow }) => {
  const ofPile = useMemo(() => ({ cpCode }), [cpCode]);
  return (
    <ListPage
      of={upgradeRecord}
      api={upgradeRecordApi}
      labels={upgradeRecordLabels}
      stateIn="local"
      fixedFilters={ofPile}
      columns={columns}
      filters={noFilters}
      rowActions={actions}
    />
  );
};

const columns = ['createTime', 'firmwareId', 'formerVer', 'firmwareVer', 'pushStat', 'updateResult', 'failReason', 'reportedVer', 'endedAt'] as const;
const noFilters = [] as const;
const actions = ['detail'] as const;
