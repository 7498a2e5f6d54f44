export interface RankedRow {
  readonly name: string;
  readonly value: number;
  readonly text: string;
  readonly note: string;
}

/** Names with bars, the longest first. */
export const Ranking = ({ rows }: { readonly rows: readonly RankedRow[] }) => {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ol className="ranking">
      {rows.map(({ name, value, text, note }, index) => (
        <li key={`${index} ${name}`}>
          <span className="rank">{index + 1}</span>
          <span className="rank-name">{name}</span>
          <span className="rank-note">{note}</span>
          <b>{text}</b>
          <i style={{ width: `${(value / most) * 100}%` }} />
        </li>
      ))}
    </ol>
  );
};
