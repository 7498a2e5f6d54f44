/** The rows one transaction of a handler may see: ids, or all of the platform. No id means no row. */
export interface RowScope {
  readonly tenants: readonly bigint[] | 'all';
  /** Default 'all': only tables declared `by_agent` look at it. */
  readonly agents?: readonly bigint[] | 'all';
  /** Default 'all': only tables declared `by_station` look at it. */
  readonly stations?: readonly bigint[] | 'all';
}

/** The statements that set a scope in a transaction. */
export const settingsOf = ({ tenants, agents = 'all', stations = 'all' }: RowScope): string =>
  `SET LOCAL app.tenants = '${idList(tenants)}'; SET LOCAL app.agents = '${idList(agents)}'; SET LOCAL app.stations = '${idList(stations)}'`;

/** Only digits, signs and commas, or a star: safe inside quotes, and anything but a bigint throws or becomes one. */
const idList = (ids: readonly bigint[] | 'all'): string => (ids === 'all' ? '*' : ids.map((id) => BigInt.asIntN(64, id).toString()).join(','));
