/** A campaign begins with 1 % of its piles, continues with 10 %, and ends with all. */
const STAGE_PERCENTS = [1, 10, 100] as const;
export const LAST_STAGE = STAGE_PERCENTS.length;

/** A campaign of more piles than this needs a second person. */
export const SECOND_PERSON_ABOVE = 20;

/** The stage of each pile of a campaign, from 1, in their order. Each stage has at least one pile as long as there are any. */
export const stagesOf = (pileCount: number): readonly number[] => {
  const upTo = STAGE_PERCENTS.map((percent) => Math.ceil((pileCount * percent) / 100));
  return Array.from({ length: pileCount }, (_one, index) => upTo.findIndex((count) => index < count) + 1);
};

/** The piles of a campaign by their results. */
export interface CampaignCounts {
  readonly succeeded: number;
  readonly failed: number;
  /** Failures that an operator accepted when he resumed the campaign. */
  readonly forgiven: number;
  /** Of the stages that have begun, those without a result. */
  readonly open: number;
  /** Of stages that have not begun. */
  readonly waiting: number;
}

export type CampaignVerdict = 'wait' | 'halt' | 'nextStage' | 'finish';

/** What a running campaign does next. It halts when of the piles with a result more than `failureLimitPercent` have failed. */
export const judgeCampaign = ({ succeeded, failed, forgiven, open, waiting }: CampaignCounts, failureLimitPercent: number): CampaignVerdict => {
  const failures = failed - forgiven;
  if (failures > 0 && failures * 100 > failureLimitPercent * (succeeded + failures) && open + waiting > 0) return 'halt';
  if (open > 0) return 'wait';
  return waiting > 0 ? 'nextStage' : 'finish';
};

export interface FirmwareFacts {
  readonly version: string | null;
  /** Both the digest and a signature that was verified are known. */
  readonly isSigned: boolean;
}

/** Null when a firmware may be pushed at all. */
export const firmwareRefusal = ({ version, isSigned }: FirmwareFacts): 'versionNotSet' | 'notSigned' | null => {
  if (version === null || version === '') return 'versionNotSet';
  return isSigned ? null : 'notSigned';
};

export interface UpgradedPile {
  readonly disused: boolean;
  readonly isOtherTenant: boolean;
  readonly hasOpenUpgrade: boolean;
  /** As the pile reports them; null when it has not. */
  readonly version: string | null;
  readonly hardware: string | null;
}

export type PileRefusal = 'disused' | 'otherTenant' | 'upgrading' | 'sameVersion' | 'otherHardware';

/**
 * Null when a pile may take part. `hardware` is what the hardware version of the pile has to begin with; null fits every pile. A pile that is offline
 * or busy may take part, because it is upgraded later.
 */
export const pileRefusal = (pile: UpgradedPile, firmware: { readonly version: string; readonly hardware: string | null }): PileRefusal | null => {
  if (pile.disused) return 'disused';
  if (pile.isOtherTenant) return 'otherTenant';
  if (pile.hasOpenUpgrade) return 'upgrading';
  if (pile.version === firmware.version) return 'sameVersion';
  const fits = firmware.hardware === null || (pile.hardware ?? '').toLowerCase().startsWith(firmware.hardware.toLowerCase());
  return fits ? null : 'otherHardware';
};
