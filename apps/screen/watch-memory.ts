declare global {
  interface Performance {
    /** Offered by Chromium and its kin to pages that stand alone, where the address is secure. */
    readonly measureUserAgentSpecificMemory?: () => Promise<{ readonly bytes: number }>;
  }
}

export interface MemoryWatch {
  readonly measuring: Pick<Performance, 'measureUserAgentSpecificMemory'>;
  /** Loads the page anew. */
  readonly reload: () => void;
}

/**
 * Chromium takes some ten seconds to answer, and is asked anew soon after. What is collected so often is little, so the process keeps little room for
 * garbage: the room that it once took it keeps. A collection takes some 20 ms.
 */
const LOOK_MS = 2_000;
/** Many times what a screen holds; a page that holds more has a fault, which a new page is without. */
const HELD_MAX_BYTES = 256 * 1024 * 1024;

/**
 * Measures again and again what the page holds, and loads it anew when that is far too much. The browser collects garbage before it answers; left alone it
 * would wait forty minutes, in which the process grows by half. A browser that does not measure is left alone. Returns what ends it.
 */
export const watchMemory = ({ measuring, reload }: MemoryWatch): (() => void) => {
  let isMeasuring = false;
  const look = async (): Promise<void> => {
    if (isMeasuring) return;
    isMeasuring = true;
    try {
      const { bytes } = (await measuring.measureUserAgentSpecificMemory?.()) ?? { bytes: 0 };
      if (bytes > HELD_MAX_BYTES) reload();
      isMeasuring = false;
    } catch {
      // It does not measure this page, and will not: no further look is taken.
      clearInterval(timer);
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => clearInterval(timer);
};
