import { createContext, useContext } from 'react';

/** The kept page a component stands in. */
export interface TabPlace {
  /** Its path: what names the tab. */
  readonly path: string;
  readonly title: string;
  /** Its own query at this moment. */
  readonly search: string;
  /** Whether the page lives on while another is shown. */
  readonly kept: boolean;
}

/** Outside the tabs nothing is kept. */
export const TabContext = createContext<TabPlace>({ path: '', title: '', search: '', kept: false });
export const useTab = (): TabPlace => useContext(TabContext);
