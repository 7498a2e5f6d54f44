import type { ReactNode } from 'react';

/** One value of a list of values (`dl`) with its name. */
export const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
