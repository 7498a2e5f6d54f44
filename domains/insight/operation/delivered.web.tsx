import type { ReactNode } from 'react';
import { pileDataApi } from '../pile-data/pile-data.ts';
import type { DaySpan } from '../figures/figures.ts';
import { ListLink } from './figure.web.tsx';

interface DeliveredProps {
  readonly days: DaySpan;
  /** Which piles. */
  readonly filters: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** Leads to what piles delivered on the days. */
export const Delivered = ({ days: { from, to }, filters, children }: DeliveredProps) => (
  <ListLink
    to={`/statistics/pile-data?${String(new URLSearchParams({ statDay_begin: from, statDay_end: to, ...filters }))}`}
    allow={pileDataApi.list.allow}
  >
    {children}
  </ListLink>
);
