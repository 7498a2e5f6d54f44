const paths = {
  sun: 'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4 8.2 8.2 0 1 0 20 14.2Z',
  user: 'M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-4 3.7-6 7.5-6s6.9 2 7.5 6',
  lock: 'M6 10.5h12v9.5H6zM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.3M20 4.5v4.8h-4.8',
  arrows: 'M9 6l6 6-6 6M3.5 6l6 6-6 6M14.5 6l6 6-6 6',
  phone: 'M8 3.5h8v17H8zM11 17.8h2',
  shield: 'M12 3.5l7 2.6v5.4c0 4.4-2.9 7.6-7 9-4.1-1.4-7-4.6-7-9V6.1zM9 12l2.2 2.2L15.2 10',
  check: 'M5 12.5l4.8 4.8L19.5 7',
  eyeOff: 'M4 4l16 16M9.5 6c.8-.3 1.6-.5 2.5-.5 6 0 9.5 6.5 9.5 6.5s-1 1.9-2.9 3.6M6.5 7.5C3.9 9.3 2.5 12 2.5 12s3.5 6.5 9.5 6.5c1.6 0 3-.4 4.2-1.1',
} as const;

export type GlyphName = keyof typeof paths;

/** The few icons that are needed before the component library is loaded. */
export const Glyph = ({ name }: { readonly name: GlyphName }) => (
  <svg viewBox="0 0 24 24" className="co-glyph" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
