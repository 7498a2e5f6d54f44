import { useEffect, useRef, useState } from 'react';

/** The size of an element in CSS pixels, for what is drawn in it. */
export const useSize = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
};

/** The size of the root, by which everything on the screen is scaled. */
export const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
