import { useSay } from '#kit/web/language.ts';
import type { StageLine } from '../../billing-detail.ts';
import { pageWords } from '../../order-page.labels.ts';

/** The rate stage of a fee that is the same at every hour of the day. */
export const NO_STAGE = 0;

interface StageTagProps {
  readonly stage: Pick<StageLine, 'rateStage' | 'rateStage_dictText'>;
  /** Aligns the tag with the words of other rows. */
  readonly isAlone?: boolean;
}

/** Tip, peak, flat or valley in its colour. */
export const StageTag = ({ stage: { rateStage, rateStage_dictText }, isAlone = false }: StageTagProps) => {
  const say = useSay();
  return (
    <span className={`ch-stage ch-stage-${rateStage}${isAlone ? ' ch-stage-alone' : ''}`}>
      {rateStage === NO_STAGE ? say(pageWords.noStage) : rateStage_dictText}
    </span>
  );
};
