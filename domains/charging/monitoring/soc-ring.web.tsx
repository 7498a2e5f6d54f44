const R = 26;
const CIRCUMFERENCE = 2 * Math.PI * R;

/** A state of charge as a ring with its number. */
export const SocRing = ({ soc, size = 64 }: { readonly soc: number | null; readonly size?: number }) => {
  const share = Math.min(100, Math.max(0, soc ?? 0)) / 100;
  const level = share < 0.2 ? 'low' : share < 0.8 ? 'mid' : 'high';
  return (
    <svg className={`cm-ring cm-ring-${level}`} width={size} height={size} viewBox="0 0 64 64">
      <circle cx="32" cy="32" r={R} />
      {soc !== null && <circle className="cm-ring-part" cx="32" cy="32" r={R} strokeDasharray={`${CIRCUMFERENCE * share} ${CIRCUMFERENCE}`} />}
      <text x="32" y="33">
        {soc === null ? '—' : soc}
        {soc !== null && <tspan className="cm-ring-unit">%</tspan>}
      </text>
    </svg>
  );
};
