/** A day of a charging network: the load as a curve, the sessions as bars below. Drawn as SVG, so no image is loaded. */
export const Illustration = () => (
  <svg className="co-art" viewBox="0 0 600 420" preserveAspectRatio="xMidYMax slice">
    <defs>
      <linearGradient id="co-art-fill" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#5cc0ff" stopOpacity="0.42" />
        <stop offset="1" stopColor="#5cc0ff" stopOpacity="0" />
      </linearGradient>
    </defs>
    {[90, 150, 210, 270].map((y) => (
      <line key={y} x1="0" x2="600" y1={y} y2={y} className="co-art-grid" />
    ))}
    <path d={`${CURVE} L600 300 L0 300 Z`} fill="url(#co-art-fill)" />
    <path d={CURVE} className="co-art-curve" />
    <circle cx="432" cy="104" r="9" className="co-art-halo" />
    <circle cx="432" cy="104" r="4" className="co-art-dot" />
    {SESSIONS.map(([x, width, row]) => (
      <rect
        key={`${x} ${row}`}
        x={x}
        y={318 + row * 22}
        width={width}
        height="9"
        rx="4.5"
        className={row % 2 === 0 ? 'co-art-bar' : 'co-art-bar co-art-bar-pale'}
      />
    ))}
  </svg>
);

const CURVE = 'M0 262 C40 266 66 250 96 236 S150 214 176 208 S226 168 252 160 S300 190 330 182 S388 110 432 104 S498 168 528 190 S576 232 600 240';
const SESSIONS = [
  [24, 78, 0],
  [130, 120, 0],
  [290, 64, 0],
  [392, 150, 0],
  [64, 110, 1],
  [214, 90, 1],
  [340, 128, 1],
  [500, 70, 1],
  [12, 60, 2],
  [110, 148, 2],
  [298, 92, 2],
  [420, 104, 2],
  [80, 92, 3],
  [206, 140, 3],
  [380, 76, 3],
  [486, 96, 3],
] as const;
