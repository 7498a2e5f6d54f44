import { useQuery } from '@tanstack/react-query';
import { Segmented, Select, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import type { ComponentType } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { galleryWords } from '#domains/system/web.ts';
import { stateWords } from '#kit/web/gallery/exhibit.ts';
import type { Exhibit, StateName } from '#kit/web/gallery/exhibit.ts';
import { useSay } from '#kit/web/language.ts';
import { PageShell } from '#kit/web/page/page-shell.tsx';
import { DarkTheme } from '#kit/web/theme/ui-root.tsx';
import { useColorScheme } from '#kit/web/theme/theme-store.ts';
import { folders } from './exhibits.ts';
import './gallery.css';

const ALL = '';

/** Every widget in its states. `?widget=`, `?look=dark` and `?width=phone` select some of them, for people and for tests. */
export const Gallery = () => {
  const say = useSay();
  const [params, setParams] = useSearchParams();
  const page = useColorScheme();
  const { data = [], isPending } = useQuery({ queryKey: ['gallery'], queryFn: loadAll, staleTime: Infinity });
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value === ALL) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const widget = params.get('widget') ?? ALL;
  const colorScheme = params.get('look') ?? page;
  const width = params.get('width') ?? 'desk';
  const shown = data.filter(({ name }) => widget === ALL || name === widget);
  return (
    <PageShell description={say(galleryWords.description)}>
      <div className="co-card ga-tools">
        <Select
          aria-label={say(galleryWords.title)}
          className="ga-widget"
          value={widget}
          onChange={(name) => set('widget', name)}
          options={[{ value: ALL, label: say(galleryWords.all) }, ...data.map(({ name, title }) => ({ value: name, label: say(title) }))]}
          showSearch={{ optionFilterProp: 'label' }}
        />
        <Segmented
          aria-label={say(galleryWords.look)}
          value={colorScheme}
          onChange={(value) => set('look', value)}
          options={[
            { value: 'light', label: say(galleryWords.light) },
            { value: 'dark', label: say(galleryWords.dark) },
          ]}
        />
        <Segmented
          aria-label={say(galleryWords.width)}
          value={width}
          onChange={(value) => set('width', value)}
          options={[
            { value: 'desk', label: say(galleryWords.desk) },
            { value: 'phone', label: say(galleryWords.phone) },
          ]}
        />
      </div>
      {isPending && <Skeleton active />}
      <DarkTheme on={colorScheme === 'dark' && page !== 'dark'}>
        <div className={`ga-hall ga-${width}${colorScheme === 'dark' && page !== 'dark' ? ' co-night' : ''}`}>
          {shown.map((exhibit) => (
            <Room key={exhibit.name} exhibit={exhibit} />
          ))}
        </div>
      </DarkTheme>
    </PageShell>
  );
};

const loadAll = async (): Promise<readonly Exhibit[]> => (await Promise.all(folders.map((load) => load()))).flatMap(({ exhibits }) => exhibits);

const Room = ({ exhibit }: { readonly exhibit: Exhibit }) => {
  const say = useSay();
  return (
    <section className={`co-card ga-room${exhibit.wide === true ? ' ga-room-wide' : ''}`} data-exhibit={exhibit.name} aria-label={say(exhibit.title)}>
      <h2>{say(exhibit.title)}</h2>
      <div className="ga-states">
        {stateNames.map((state) => {
          const Shown = exhibit.states[state];
          return Shown && <State key={state} name={state} title={stateWords[state]} Shown={Shown} />;
        })}
        {exhibit.more?.map(({ name, title, Shown }) => (
          <State key={name} name={name} title={title} Shown={Shown} />
        ))}
      </div>
    </section>
  );
};

const stateNames: readonly StateName[] = ['empty', 'filled', 'invalid', 'disabled', 'loading', 'longText'];

interface StateProps {
  readonly name: string;
  readonly title: Words;
  readonly Shown: ComponentType;
}

const State = ({ name, title, Shown }: StateProps) => {
  const say = useSay();
  return (
    <div className="ga-state" data-state={name}>
      <h3>{say(title)}</h3>
      <Shown />
    </div>
  );
};
