/** A histogram of the platform's response times, in steps that grow by a tenth, so that a million answers take little memory. */
export class LatencyHistogram {
  count = 0;
  unansweredCount = 0;
  private readonly steps = new Uint32Array(STEPS);

  /** Counts an answer that took this long. */
  answered(ms: number): void {
    this.count += 1;
    const step = Math.min(STEPS - 1, Math.max(0, Math.floor(Math.log(Math.max(ms, FIRST_MS) / FIRST_MS) / Math.log(GROWTH))));
    this.steps[step] = (this.steps[step] ?? 0) + 1;
  }

  /** Counts a request without an answer. */
  unanswered(): void {
    this.unansweredCount += 1;
  }

  /** The time within which this share of the answers arrived, to a tenth; 0 without answers. */
  quantileMs(share: number): number {
    let remaining = this.count * share;
    for (const [step, count] of this.steps.entries()) {
      remaining -= count;
      if (count > 0 && remaining <= 0) return FIRST_MS * GROWTH ** (step + 1);
    }
    return 0;
  }

  reset(): void {
    this.count = 0;
    this.unansweredCount = 0;
    this.steps.fill(0);
  }
}

const FIRST_MS = 0.5;
const GROWTH = 1.1;
/** 0.5 ms times 1.1 to the power of 140 is five minutes. */
const STEPS = 140;
