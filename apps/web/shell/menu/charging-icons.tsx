/** Icons for charging that the library lacks, drawn in its outline style; a menu entry names them with the prefix `cus-`. */
const paths = {
  'cus-pile': 'M5 21V5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v16M3 21h14M11 7l-3 5h4l-2 5M15 12h1.5A1.5 1.5 0 0 1 18 13.5V16a1.5 1.5 0 0 0 3 0V9l-3-3',
  'cus-gun': 'M9 3v5M15 3v5M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0zM12 17v4',
  'cus-energy': 'M4 21v-6M9 21V11M14 21v-4M18.5 3 14 9.5h5L15.5 15',
} as const;

const icon = (path: string) => () => (
  <span aria-hidden="true" className="anticon">
    <svg
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  </span>
);

export const ownIcons = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, icon(path)]));
