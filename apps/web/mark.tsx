/** The logo of the product. */
export const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" className="co-mark">
    <rect width="32" height="32" rx="8" fill="#0b6bcb" />
    <path d="M17.8 5 9 17.6h5.6L13.4 27 23 13.6h-6z" fill="#fff" />
  </svg>
);
