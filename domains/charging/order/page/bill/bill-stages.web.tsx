import { useSay } from '#kit/web/language.ts';
import { AmountsTable } from './amounts-table.web.tsx';
import type { Calculation } from '../../billing-detail.ts';
import { pageWords } from '../../order-page.labels.ts';
import { StageTag } from './stage-tag.web.tsx';

interface BillStagesProps {
  readonly calculation: Calculation;
  readonly currency: string;
}

/** The same amounts by the stages of the day, with the same sum. */
export const BillStages = ({ calculation: { stages, totals, energy }, currency }: BillStagesProps) => {
  const say = useSay();
  const used = stages.filter((stage) => Number(stage.orderAmount) !== 0 || Number(stage.energy) !== 0);
  if (used.length === 0) return null;
  return (
    <>
      <h3 className="ch-heading">{say(pageWords.stages)}</h3>
      <AmountsTable
        head={say(pageWords.stage)}
        currency={currency}
        rows={[
          ...used.map((stage) => ({
            key: String(stage.rateStage),
            label: <StageTag stage={stage} isAlone />,
            ...(Number(stage.energy) !== 0 && { energy: stage.energy }),
            amounts: stage,
          })),
          { key: 'sum', label: say(pageWords.computed), energy, amounts: totals, isSum: true },
        ]}
      />
    </>
  );
};
