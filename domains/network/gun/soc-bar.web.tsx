/** A state of charge as a bar with its number. */
export const SocBar = ({ soc }: { readonly soc: number }) => (
  <span className={`nw-soc nw-soc-${soc < 20 ? 'low' : soc < 80 ? 'mid' : 'high'}`}>
    <i style={{ width: `${Math.min(100, Math.max(0, soc))}%` }} />
    <b className="co-num">{soc}%</b>
  </span>
);
