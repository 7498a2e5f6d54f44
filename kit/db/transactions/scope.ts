/** The rows that a handler's transaction may see: ids, or all for the platform. An empty list means no rows. */
export interface RowScope {
  readonly tenants: readonly bigint[] | 'all';
  /** 'all' by default; only tables declared `by_agent` use it. */
  readonly agents?: readonly bigint[] | 'all';
  /** 'all' by default; only tables declared `by_station` use it. */
  readonly stations?: readonly bigint[] | 'all';
}

/** The statements that set the scope of a transaction. */
export const settingsOf = ({ tenants, agents = 'all', stations = 'all' }: RowScope): string =>
  `SET LOCAL app.tenants = '${idList(tenants)}'; SET LOCAL app.agents = '${idList(agents)}'; SET LOCAL app.stations = '${idList(stations)}'`;

/** Contains only digits, signs and commas, or a star, so it is safe inside quotes; a value that is no bigint throws or becomes one. */
const idList = (ids: readonly bigint[] | 'all'): string => (ids === 'all' ? '*' : ids.map((id) => BigInt.asIntN(64, id).toString()).join(','));
