import { textWidth } from '../format.ts';
import { remPx, useSize } from '../use-size.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** What it is compared with; the points of a line. */
  readonly before?: number;
  /** It is not complete yet. */
  readonly isOpen?: boolean;
  /** Written above it. */
  readonly text?: string;
}

interface BarsProps {
  readonly bars: readonly Bar[];
  readonly title: string;
  /** Every so many labels are written, fewer where they have no room. */
  readonly labelEvery?: number;
}

/** Of what is written in a chart. */
const FONT_REM = 1.1;
const LABEL_GAP_REM = 0.5;

/** Bars over labels, with a line of what was before. */
export const Bars = ({ bars, title, labelEvery = 1 }: BarsProps) => {
  const { ref, width, height } = useSize();
  const rem = remPx();
  const [top, bottom] = [bars.some(({ text }) => text !== undefined) ? 1.6 * rem : 0.4 * rem, 1.8 * rem];
  const most = Math.max(1, ...bars.map(({ value, before = 0 }) => Math.max(value, before)));
  // The first and the last label are wider than their bars.
  const side = rem;
  const step = Math.max(0, width - 2 * side) / Math.max(1, bars.length);
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(textWidth)) * FONT_REM * rem;
  const every = Math.max(labelEvery, Math.ceil((widest(bars.map(({ label }) => label)) + LABEL_GAP_REM * rem) / Math.max(1, step)));
  const hasTexts = widest(bars.map(({ text = '' }) => text)) <= step;
  const middleOf = (index: number): number => side + (index + 0.5) * step;
  const yOf = (value: number): number => height - bottom - (value / most) * Math.max(0, height - top - bottom);
  const line = bars.flatMap(({ before }, index) => (before === undefined ? [] : [`${middleOf(index)},${yOf(before)}`])).join(' ');
  return (
    <div className="drawn" ref={ref}>
      {width > 0 && (
        <svg width={width} height={height}>
          <title>{title}</title>
          {[0, 0.5, 1].map((share) => (
            <line key={share} className="grid" x1={0} x2={width} y1={yOf(share * most)} y2={yOf(share * most)} />
          ))}
          {bars.map(({ label, value, isOpen = false }, index) => (
            <g key={label}>
              <rect
                className={isOpen ? 'bar bar-open' : 'bar'}
                x={middleOf(index) - step * 0.3}
                y={yOf(value)}
                width={step * 0.6}
                height={Math.max(0, height - bottom - yOf(value))}
                rx={Math.min(4, step * 0.1)}
              />
              {index % every === 0 && (
                <text className="axis" x={middleOf(index)} y={height - 0.4 * rem} textAnchor="middle">
                  {label}
                </text>
              )}
            </g>
          ))}
          {line !== '' && <polyline className="before" points={line} />}
          {bars.map(
            ({ label, value, text }, index) =>
              text !== undefined &&
              hasTexts && (
                <text key={label} className="bar-text" x={middleOf(index)} y={yOf(value) - 0.4 * rem} textAnchor="middle">
                  {text}
                </text>
              ),
          )}
        </svg>
      )}
    </div>
  );
};
