/** How long the platform took to answer, in steps that grow by a tenth, so that a million answers take no room. */
export class LatencyGauge {
  count = 0;
  silent = 0;
  private readonly steps = new Uint32Array(STEPS);

  /** An answer came after so long. */
  answered(ms: number): void {
    this.count += 1;
    const step = Math.min(STEPS - 1, Math.max(0, Math.floor(Math.log(Math.max(ms, FIRST_MS) / FIRST_MS) / Math.log(GROWTH))));
    this.steps[step] = (this.steps[step] ?? 0) + 1;
  }

  /** No answer came. */
  unanswered(): void {
    this.silent += 1;
  }

  /** The time within which this share of the answers came, to a tenth; 0 without any. */
  within(share: number): number {
    let left = this.count * share;
    for (const [step, count] of this.steps.entries()) {
      left -= count;
      if (count > 0 && left <= 0) return FIRST_MS * GROWTH ** (step + 1);
    }
    return 0;
  }

  reset(): void {
    this.count = 0;
    this.silent = 0;
    this.steps.fill(0);
  }
}

const FIRST_MS = 0.5;
const GROWTH = 1.1;
/** 0.5 ms times 1.1 to the 140th is five minutes. */
const STEPS = 140;
