import { createContext, useContext } from 'react';

/** The kept page a component stands in. */
export interface TabInfo {
  /** Its path: what names the tab. */
  readonly path: string;
  readonly title: string;
  /** Its own query at this moment. */
  readonly search: string;
  /** Whether the page lives on while another is shown. */
  readonly isKept: boolean;
}

/** Outside the tabs nothing is kept. */
export const TabContext = createContext<TabInfo>({ path: '', title: '', search: '', isKept: false });
export const useTab = (): TabInfo => useContext(TabContext);
