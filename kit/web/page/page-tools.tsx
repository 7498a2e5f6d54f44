import { Input, Tabs } from 'antd';

export interface PageToolsProps {
  readonly search: { readonly value: string; readonly onChange: (text: string) => void; readonly placeholder: string } | undefined;
  readonly tabs:
    | {
        readonly items: readonly { readonly key: string; readonly label: string }[];
        readonly active: string;
        readonly onChange: (key: string) => void;
      }
    | undefined;
}

/** The search and the tabs below a page's title. */
export const PageTools = ({ search, tabs }: PageToolsProps) => (
  <>
    {search && (
      <Input.Search
        className="co-page-search"
        value={search.value}
        onChange={(event) => search.onChange(event.target.value)}
        placeholder={search.placeholder}
        aria-label={search.placeholder}
        allowClear
      />
    )}
    {tabs && <Tabs className="co-page-tabs" items={[...tabs.items]} activeKey={tabs.active} onChange={tabs.onChange} />}
  </>
);
