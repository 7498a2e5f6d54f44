/** Small pictures beside words, never instead of them. */
const PATHS = {
  free: 'M9 3v6M15 3v6M6 9h12v3a6 6 0 0 1-12 0zM12 18v3',
  plugged: 'M13 2 5 13h6l-1 9 9-12h-6z',
  busy: 'M12 6v6l4 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  bad: 'M12 8v5M12 16.5v.5M12 3 2 20h20z',
} as const;

export const Icon = ({ name }: { readonly name: keyof typeof PATHS }) => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
